// Made from lock-demo-account.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface LockDemoAccountParams {
  accountId: number;
}

export interface LockDemoAccountRow {
  today: Date;
}

export const lockDemoAccountSql: Statement<LockDemoAccountParams, LockDemoAccountRow> = {
  name: "lock_demo_account",
  params: ["accountId"],
  notNull: ["today"],
  text: `
select date_trunc('day', now(), 'UTC') as "today" from account where id = $1 for no key update`,
};
