// Made from register-worker.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export interface RegisterWorkerParams {
  slots: number;
  leaseTicks: number;
}

export interface RegisterWorkerRow {
  id: number;
}

export const registerWorkerSql: Statement<RegisterWorkerParams, RegisterWorkerRow> = {
  name: "register_worker",
  params: ["slots","leaseTicks"],
  notNull: ["id"],
  text: `
insert into worker (slots, lease_tick) values ($1, (select tick from service_clock where id = 1) + $2)
returning id`,
};
