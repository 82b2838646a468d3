import pg from "pg";
import { serve } from "./serve.ts";
import { createTaskLike, type TaskLike } from "./task-like.ts";

/** Floor B: as A, but rows that arrive together are inserted together, with one NOTIFY. */
const statement = {
  name: "insert_many",
  text: `
    with created as (
      insert into task_like (client_key, website_url, template, variables, soft_id)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[])
      returning id
    )
    select id, (select pg_notify('task_like', '')) as notified from created`,
};

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
await client.query(createTaskLike);

let waiting: { row: TaskLike; resolve(id: string): void; reject(error: unknown): void }[] = [];
let inFlight = false;

async function drain(): Promise<void> {
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const rows = batch.map(({ row }) => row);
    const values = [
      rows.map(({ clientKey }) => clientKey),
      rows.map(({ task }) => task.websiteURL),
      rows.map(({ task }) => task.templateName),
      rows.map(({ task }) => JSON.stringify(task.variables)),
      rows.map(({ softId }) => softId),
    ];
    try {
      const { rows: created } = await client.query<{ id: string }>({ ...statement, values });
      batch.forEach(({ resolve }, index) => {
        resolve(created[index]?.id ?? "");
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  inFlight = false;
}

serve(async (body) => {
  const row = JSON.parse(body) as TaskLike;
  const id = await new Promise<string>((resolve, reject) => {
    waiting.push({ row, resolve, reject });
    if (!inFlight) {
      inFlight = true;
      setImmediate(drain);
    }
  });
  return `{"errorId":0,"taskId":${id}}`;
});
