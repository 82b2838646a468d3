import { z } from "zod";
import { clientKey, id, success, variableName } from "../fields.ts";
import { defineMethod } from "../method.ts";

export const pushAntiGateVariable = defineMethod({
  name: "pushAntiGateVariable",
  summary: "Supply the value of a late variable",
  description:
    "Gives a task the value of a variable that was `_WAIT_FOR_IT_` when the task was created. Success means that the " +
    "value is on disk; a worker that waits for it goes on within milliseconds, one that is not there yet finds it. " +
    "Pushing the same value again changes nothing; another value replaces one that no worker has taken.",
  access: "change",
  right: "tasks",
  idempotent: true,
  takesLargeBodies: true,
  request: z.object({
    clientKey,
    taskId: id,
    name: variableName,
    value: z
      .custom<unknown>((value) => value !== undefined, { error: "any JSON value" })
      .meta({
        description:
          "Any JSON. A file is {name, type, base64}; for a body over 256 KiB send the key in the header Authorization too, as " +
          "Bearer KEY. null, false, 0, an empty string and `_WAIT_FOR_IT_` itself are values. Numbers are typed exactly as " +
          "they were sent.",
      }),
  }),
  response: z.object({ errorId: success, status: z.literal("success") }),
  errors: [
    "ERROR_NO_SUCH_CAPCHA_ID",
    "ERROR_TASK_FINISHED",
    "ERROR_VARIABLE_NOT_EXPECTED",
    "ERROR_VARIABLE_ALREADY_SET",
    "ERROR_VARIABLE_REFUSED",
  ],
  examples: [
    {
      title: "Push the code that came by text message",
      request: { clientKey: "<API_KEY>", taskId: 7654321, name: "2fa_input_value", value: "349001" },
      response: { errorId: 0, status: "success" },
    },
  ],
});
