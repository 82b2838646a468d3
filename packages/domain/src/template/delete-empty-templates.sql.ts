// Made from delete-empty-templates.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface DeleteEmptyTemplatesParams {
  accountId: number;
}

export interface DeleteEmptyTemplatesRow {
  id: number;
}

export const deleteEmptyTemplatesSql: Statement<DeleteEmptyTemplatesParams, DeleteEmptyTemplatesRow> = {
  name: "delete_empty_templates",
  params: ["accountId"],
  notNull: ["id"],
  text: `
delete from template t
 where t.account_id = $1 and (t.draft or t.deleted_at is not null)
   and not exists (select from template_version v where v.template_id = t.id)
returning t.id`,
};
