import { once } from "node:events";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { serve } from "../floors/serve.ts";
import { answerQuestions, emit } from "../helper.ts";
import type { Taken } from "../rows/waiting.ts";
import { launch } from "./dbos.ts";

/** Workflows of DBOS that each wait for a message: given ids, it starts one for each; POST /push sends the message. */
const workflowOf = (id: number) => `wait-${process.pid}-${id}`;

const wait = DBOS.registerWorkflow(
  async (id: number) => {
    const value = await DBOS.recv<string>("code", 300);
    emit({ id, value, at: process.hrtime.bigint().toString() } satisfies Taken);
  },
  { name: "wait" },
);
await launch();

const server = serve(async (body) => {
  const { taskId, value } = JSON.parse(body) as { taskId: number; value: string };
  await DBOS.send(workflowOf(taskId), value, "code");
  return '{"errorId":0,"status":"success"}';
});
await once(server, "listening");
answerQuestions(async (ids: number[]) => {
  for (const id of ids) await DBOS.startWorkflow(wait, { workflowID: workflowOf(id) })(id);
});
