// Made from list-usable-templates.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListUsableTemplatesParams {
  accountId: number;
  builtIn: boolean | null;
  pattern: string | null;
  after: number | null;
  take: bigint | number;
}

export interface ListUsableTemplatesRow {
  templateId: number;
  builtIn: boolean;
  name: string;
  versionId: number;
  version: number;
  savedAt: Date;
  keyId: number | null;
  keyName: string | null;
}

export const listUsableTemplatesSql: Statement<ListUsableTemplatesParams, ListUsableTemplatesRow> = {
  name: "list_usable_templates",
  params: ["accountId","builtIn","pattern","after","take"],
  notNull: ["templateId","builtIn","name","versionId","version","savedAt"],
  text: `
select t.id as "templateId", t.account_id is null as "builtIn", t.name, v.id as "versionId", v.number as version,
       v.created_at as "savedAt", v.key_id as "keyId",
       (select k.name from api_key k where k.id = v.key_id and k.account_id = t.account_id) as "keyName"
  from template t join template_version v on v.id = t.current_version_id
 where (t.account_id = $1
        or t.account_id is null
           and not exists (select from template o
                            where o.account_id = $1 and o.name = t.name and o.current_version_id is not null))
   and not t.draft
   and ($2::bool is null or $2 = (t.account_id is null))
   and ($3::text is null or t.name ilike $3)
   and ($4::int is null or t.id > $4)
 order by t.id
 limit $5`,
};
