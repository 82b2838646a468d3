// Made from count-slots.sql and the schema by `npm run sql`: change those.
import type { Statement } from "@gatepost/db/statement";

export type CountSlotsParams = Record<never, never>;

export interface CountSlotsRow {
  slots: number;
  idle: number;
}

export const countSlotsSql: Statement<CountSlotsParams, CountSlotsRow> = {
  name: "count_slots",
  params: [],
  notNull: ["slots","idle"],
  text: `
select coalesce(sum(slots), 0)::int as "slots", coalesce(sum(greatest(slots - busy, 0)), 0)::int as "idle"
  from worker
 where ended_at is null and lease_tick > (select tick from service_clock where id = 1)`,
};
