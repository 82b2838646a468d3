import { z } from "zod";
import { clientKey, id, success } from "../fields.ts";
import { defineMethod } from "../method.ts";

export const cancelTask = defineMethod({
  name: "cancelTask",
  summary: "Stop a task",
  description:
    "Ends a task that has not ended, wherever it is: its worker stops within a second, and its price is released. " +
    "Cancelling it again changes nothing, whatever the reason.",
  access: "change",
  right: "tasks",
  request: z.object({
    clientKey,
    taskId: id,
    reason: z
      .string({ error: "a string of at most 500 characters" })
      .max(500)
      .nullish()
      .meta({ description: "One line, said in the task's error." }),
  }),
  response: z.object({ errorId: success, status: z.literal("success") }),
  errors: ["ERROR_NO_SUCH_CAPCHA_ID", "ERROR_TASK_FINISHED"],
  examples: [
    {
      title: "The person declined to answer",
      request: { clientKey: "<API_KEY>", taskId: 7654321, reason: "The person declined to answer." },
      response: { errorId: 0, status: "success" },
    },
  ],
});
