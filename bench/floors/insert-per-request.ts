import pg from "pg";
import { serve } from "./serve.ts";
import { createTaskLike, type TaskLike } from "./task-like.ts";

/** Floor A: one prepared INSERT of a task-like row per request. */
const statement = {
  name: "insert_one",
  text: `
    insert into task_like (client_key, website_url, template, variables, soft_id) values ($1, $2, $3, $4, $5)
    returning id`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 32 });
await pool.query(createTaskLike);

serve(async (body) => {
  const { clientKey, task, softId } = JSON.parse(body) as TaskLike;
  const values = [clientKey, task.websiteURL, task.templateName, JSON.stringify(task.variables), softId];
  const { rows } = await pool.query<{ id: string }>({ ...statement, values });
  return `{"errorId":0,"taskId":${rows[0]?.id}}`;
});
