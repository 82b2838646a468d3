import pg from "pg";
import { serve } from "./serve.ts";

/** The floor of P5: each view adds one to the row of its application and quarter of an hour, and is answered after its commit. */
const statement = {
  name: "count_one",
  text: `
    insert into view_count as c (application_id, bucket, n) values ($1, date_bin('15 minutes', now(), 'epoch'), 1)
    on conflict (application_id, bucket) do update set n = c.n + 1`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.FLOOR_POOL ?? 32) });
await pool.query(`
  create table if not exists view_count (
    application_id int, bucket timestamptz, n bigint not null, primary key (application_id, bucket)
  ) with (fillfactor = 70)`);

serve(async (_, path) => {
  await pool.query({ ...statement, values: [Number(path.slice("/apps/".length))] });
  return '{"errorId":0}';
});
