// Made from list-templates.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListTemplatesParams {
  accountId: number | null;
  after: number | null;
  take: bigint | number;
}

export interface ListTemplatesRow {
  templateId: number;
  accountId: number | null;
  name: string;
  version: number;
  steps: number;
  savedAt: Date;
}

export const listTemplatesSql: Statement<ListTemplatesParams, ListTemplatesRow> = {
  name: "list_templates",
  params: ["accountId","after","take"],
  notNull: ["templateId","name","version","steps","savedAt"],
  text: `
select t.id as "templateId", t.account_id as "accountId", t.name, v.number as version,
       jsonb_array_length(v.document -> 'steps') as "steps", v.created_at as "savedAt"
  from template t join template_version v on v.id = t.current_version_id
 where ($1::int is null or t.account_id = $1 or t.account_id is null)
   and ($2::int is null or t.id > $2)
 order by t.id
 limit $3`,
};
