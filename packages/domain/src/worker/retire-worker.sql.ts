// Made from retire-worker.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RetireWorkerParams {
  workerId: number;
}

export type RetireWorkerRow = Record<never, never>;

export const retireWorkerSql: Statement<RetireWorkerParams, RetireWorkerRow> = {
  name: "retire_worker",
  params: ["workerId"],
  notNull: [],
  text: `
update worker set ended_at = now() where id = $1 and ended_at is null`,
};
