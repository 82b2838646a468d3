// Made from end-lost-workers.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type EndLostWorkersParams = Record<never, never>;

export type EndLostWorkersRow = Record<never, never>;

export const endLostWorkersSql: Statement<EndLostWorkersParams, EndLostWorkersRow> = {
  name: "end_lost_workers",
  params: [],
  notNull: [],
  text: `
update worker set ended_at = now()
 where ended_at is null and lease_tick <= (select tick from service_clock where id = 1)`,
};
