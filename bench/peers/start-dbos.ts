import { DBOS } from "@dbos-inc/dbos-sdk";
import { serve } from "../floors/serve.ts";
import { launch } from "./dbos.ts";

/** One workflow of DBOS per request, answered when its start is on disk. It does nothing. */
const task = DBOS.registerWorkflow(async (_call: object) => {}, { name: "task" });
await launch();

serve(async (body) => {
  const { workflowID } = await DBOS.startWorkflow(task)(JSON.parse(body) as object);
  return `{"errorId":0,"taskId":"${workflowID}"}`;
});
