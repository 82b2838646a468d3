// Made from delete-superseded-versions.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface DeleteSupersededVersionsParams {
  accountId: number;
  seconds: number;
}

export interface DeleteSupersededVersionsRow {
  id: number;
}

export const deleteSupersededVersionsSql: Statement<DeleteSupersededVersionsParams, DeleteSupersededVersionsRow> = {
  name: "delete_superseded_versions",
  params: ["accountId","seconds"],
  notNull: ["id"],
  text: `
delete from template_version v using template t
 where t.id = v.template_id and t.account_id = $1
   and case when t.draft then
              v.created_at < now() - interval '2 days'
              and not exists (select from task k where k.account_id = t.account_id and k.template_version_id = v.id)
            when t.deleted_at is not null then
              t.deleted_at < now() - $2::float8 * interval '1 second'
            else
              v.id <> t.current_version_id
              and exists (select from template_version later
                           where later.template_id = v.template_id and later.number > v.number
                             and later.created_at < now() - $2::float8 * interval '1 second') end
returning v.id`,
};
