// Made from find-accounts-with-messages.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type FindAccountsWithMessagesParams = Record<never, never>;

export interface FindAccountsWithMessagesRow {
  accountId: number;
}

export const findAccountsWithMessagesSql: Statement<FindAccountsWithMessagesParams, FindAccountsWithMessagesRow> = {
  name: "find_accounts_with_messages",
  params: [],
  notNull: ["accountId"],
  text: `
select distinct account_id as "accountId" from inbound_message where content is not null`,
};
