// Made from register-worker.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RegisterWorkerParams {
  slots: number;
  liveAddress: string | null;
  leaseTicks: number;
}

export interface RegisterWorkerRow {
  id: number;
}

export const registerWorkerSql: Statement<RegisterWorkerParams, RegisterWorkerRow> = {
  name: "register_worker",
  params: ["slots","liveAddress","leaseTicks"],
  notNull: ["id"],
  text: `
insert into worker (slots, live_address, lease_tick)
values ($1, $2, (select tick from service_clock where id = 1) + $3)
returning id`,
};
