// Made from read-wait-marks.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface ReadWaitMarksParams {
  accountIds: readonly (number | null)[];
}

export interface ReadWaitMarksRow {
  accountId: number;
  mark: string;
}

export const readWaitMarksSql: Statement<ReadWaitMarksParams, ReadWaitMarksRow> = {
  name: "read_wait_marks",
  params: ["accountIds"],
  notNull: ["accountId","mark"],
  text: `
select t.account_id as "accountId",
       string_agg(concat_ws(' ', t.id, v.name, v.attempt, v.deadline_tick), ',' order by t.id, v.name) as "mark"
  from task t
  left join variable v on v.task_id = t.id and v.awaited_at is not null and v.state = 'awaited'
 where t.worker_id is not null and t.state = 'waiting' and t.account_id = any($1::int[])
 group by t.account_id`,
};
