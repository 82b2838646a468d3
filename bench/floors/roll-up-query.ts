import { type ErrorCode, errors } from "@gatepost/contract/errors";
import { dayNames } from "@gatepost/presenters/day-names";
import pg from "pg";
import { serve } from "./serve.ts";

/**
 * The floor of P4: one query on a table of whole days, and the same bytes as getAppStats returns. No key, no owner, no
 * ranges, no zones.
 */
const statement = {
  name: "roll_up",
  text: `
    select label, array_agg(n order by day)::int[] as n
      from day_count where application_id = $1 and day > (now() at time zone 'UTC')::date - 30
     group by label order by label <> '', sum(n) desc`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(`
  create table if not exists day_count as
  select c.application_id, c.label, d.day::date as day,
         coalesce(sum(c.n) filter (where (c.bucket at time zone 'UTC')::date = d.day), 0)::int as n
    from count c, generate_series((now() at time zone 'UTC')::date - 29, (now() at time zone 'UTC')::date, '1 day') d(day)
   where c.metric in ('ready', 'error') and c.application_id = ${Number(process.env.FLOOR_APPLICATION)}
   group by 1, 2, 3`);
await pool.query("create index if not exists day_count_by_application on day_count (application_id, label, day)");
await pool.query("analyze day_count");

serve(async (body) => {
  const { softId } = JSON.parse(body) as { softId: number };
  const { rows } = await pool.query<{ label: string; n: number[] }>({ ...statement, values: [softId] });
  const now = new Date();
  const today = Math.floor(now.getTime() / 86_400_000) * 86_400;
  const day = (stamp: number) => new Date(stamp * 1_000).toISOString();
  const chartData = rows.map(({ label, n }) => {
    const data = n.map((y, index) => {
      const stamp = today - (n.length - 1 - index) * 86_400;
      return { ...dayNames(day(stamp)), y, beginstamp: stamp, endstamp: stamp + 86_399, stamp };
    });
    if (label === "")
      return { name: "Accepted (paid)", data, itemname: "Tasks", errorId: 0, code: "", description: "" };
    const { id, description } = errors[label as ErrorCode];
    const count = n.reduce((sum, y) => sum + y, 0);
    return { name: label, data, itemname: "Errors", errorId: id, code: label, description, count };
  });
  const fromDate = `${dayNames(day(today - 29 * 86_400)).shortdate} 00:00`;
  const toDate = `${dayNames(day(today)).shortdate} ${now.toISOString().slice(11, 16)}`;
  return JSON.stringify({ errorId: 0, chartData, fromDate, toDate });
});
