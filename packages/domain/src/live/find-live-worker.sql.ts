// Made from find-live-worker.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface FindLiveWorkerParams {
  taskId: bigint | number;
  accountId: number;
}

export interface FindLiveWorkerRow {
  hasEnded: boolean;
  workerId: number | null;
  address: string | null;
}

export const findLiveWorkerSql: Statement<FindLiveWorkerParams, FindLiveWorkerRow> = {
  name: "find_live_worker",
  params: ["taskId","accountId"],
  notNull: ["hasEnded"],
  text: `
select t.ended_at is not null as "hasEnded", w.id as "workerId", w.live_address as "address"
  from task t
  left join worker w on w.id = t.worker_id and w.ended_at is null
 where t.id = $1 and t.account_id = $2`,
};
