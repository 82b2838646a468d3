import { PgBoss } from "pg-boss";
import { serve } from "../floors/serve.ts";

/** One job of pg-boss per request, answered when it is on disk. Its own maintenance is disabled. */
const boss = new PgBoss({
  connectionString: process.env.DATABASE_URL as string,
  max: 32,
  supervise: false,
  schedule: false,
});
await boss.start();
await boss.createQueue("task");

serve(async (body) => `{"errorId":0,"taskId":"${await boss.send("task", JSON.parse(body) as object)}"}`);
