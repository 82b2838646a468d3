// Made from list-public-applications.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListPublicApplicationsParams {
  after: number | null;
  pattern: string | null;
  take: bigint | number;
}

export interface ListPublicApplicationsRow {
  softId: number;
  name: string;
  description: string;
  demo: boolean;
  icon: string | null;
}

export const listPublicApplicationsSql: Statement<ListPublicApplicationsParams, ListPublicApplicationsRow> = {
  name: "list_public_applications",
  params: ["after","pattern","take"],
  notNull: ["softId","name","description","demo"],
  text: `
with place as materialized (select demo, name, id from application where id = $1::int)
select a.id as "softId", a.name as "name", left(a.description, 1000) as "description", a.demo as "demo", i.version as "icon"
  from application a left join application_icon i on i.application_id = a.id
 where a.published and a.archived_at is null
   and (a.demo, a.name, a.id) > (coalesce((select demo from place), false), coalesce((select name from place), ''),
                                 coalesce((select id from place), 0))
   and ($2::text is null or a.name ilike $2)
 order by a.demo, a.name, a.id
 limit $3`,
};
