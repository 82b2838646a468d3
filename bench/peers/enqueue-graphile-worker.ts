import { makeWorkerUtils } from "graphile-worker";
import { serve } from "../floors/serve.ts";

/** One job of graphile-worker per request, answered when it is on disk. */
const worker = await makeWorkerUtils({ connectionString: process.env.DATABASE_URL as string, maxPoolSize: 32 });
await worker.migrate();

serve(async (body) => `{"errorId":0,"taskId":${(await worker.addJob("task", JSON.parse(body))).id}}`);
