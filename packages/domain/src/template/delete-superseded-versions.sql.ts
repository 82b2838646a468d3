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
 where t.id = v.template_id and t.account_id = $1 and v.id <> t.current_version_id
   and exists (select 1 from template_version later
                where later.template_id = v.template_id and later.number > v.number
                  and later.created_at < now() - $2::float8 * interval '1 second')
returning v.id`,
};
