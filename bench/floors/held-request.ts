import pg from "pg";
import { serve } from "./serve.ts";

/**
 * Floor N-HTTP: POST /push saves a value and notifies in one statement; POST /wait is held until the notification of
 * its id comes, and responds with its value.
 */
const statement = {
  name: "save",
  text: `
    with saved as (insert into value (id, value) values ($1, $2) returning id, value)
    select pg_notify('value', id || ' ' || value) from saved`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 32 });
await pool.query("create table if not exists value (id bigint primary key, value text not null)");

const held = new Map<number, (value: string) => void>();
const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
await listener.connect();
listener.on("notification", ({ payload = "" }) => {
  const [id, value = ""] = payload.split(" ");
  held.get(Number(id))?.(value);
  held.delete(Number(id));
});
await listener.query("listen value");

serve(async (body, path) => {
  const { taskId, value } = JSON.parse(body) as { taskId: number; value: string };
  if (path === "/wait") {
    const given = await new Promise<string>((resolve) => {
      held.set(taskId, resolve);
    });
    return JSON.stringify({ value: given });
  }
  await pool.query({ ...statement, values: [taskId, value] });
  return '{"errorId":0,"status":"success"}';
});
