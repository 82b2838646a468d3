// Made from held-for-open-tasks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface HeldForOpenTasksParams {
  after: number;
  through: number;
  limit: bigint | number;
}

export interface HeldForOpenTasksRow {
  accountId: number;
  found: string;
  expected: string;
}

export const heldForOpenTasksSql: Statement<HeldForOpenTasksParams, HeldForOpenTasksRow> = {
  name: "held_for_open_tasks",
  params: ["after","through","limit"],
  notNull: ["accountId","found","expected"],
  text: `
select a.id as "accountId", a.held::text as "found", coalesce(t.price, 0)::text as "expected"
  from account a
  left join (select account_id, sum(price) as price
               from (select account_id, price from task where worker_id is null and ended_at is null
                     union all
                     select account_id, price from task where worker_id is not null) open
              where account_id > $1 and account_id <= $2 group by account_id) t
    on t.account_id = a.id
 where a.id > $1 and a.id <= $2 and a.held <> coalesce(t.price, 0)
 limit $3`,
};
