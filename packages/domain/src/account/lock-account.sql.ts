// Made from lock-account.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface LockAccountParams {
  accountId: number;
}

export interface LockAccountRow {
  id: number;
  isDeleted: boolean;
}

export const lockAccountSql: Statement<LockAccountParams, LockAccountRow> = {
  name: "lock_account",
  params: ["accountId"],
  notNull: ["id","isDeleted"],
  text: `
select id, email not like '%@%' as "isDeleted" from account where id = $1 for update`,
};
