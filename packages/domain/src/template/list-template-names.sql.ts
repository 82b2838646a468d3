// Made from list-template-names.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ListTemplateNamesParams {
  accountId: number;
}

export interface ListTemplateNamesRow {
  name: string;
}

export const listTemplateNamesSql: Statement<ListTemplateNamesParams, ListTemplateNamesRow> = {
  name: "list_template_names",
  params: ["accountId"],
  notNull: ["name"],
  text: `
select t.name from template t
 where (t.account_id = $1 or t.account_id is null) and t.current_version_id is not null and not t.draft
 order by t.name
 limit 1000`,
};
