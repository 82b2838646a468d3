import { z } from "zod";
import { clientKey, id, integer, success, variableName } from "../fields.ts";
import { defineMethod } from "../method.ts";
import { longestWait } from "../steps.ts";

export const extendWait = defineMethod({
  name: "extendWait",
  summary: "Give a wait more time",
  description:
    "The task waits for the value for at least this many seconds from now, and its time limit is extended as much. A wait " +
    "never ends sooner because of it.",
  access: "change",
  right: "tasks",
  request: z.object({
    clientKey,
    taskId: id,
    name: variableName,
    seconds: z
      .union([z.number().positive().max(longestWait), integer(1, longestWait)], {
        error: `a number above 0, at most ${longestWait}`,
      })
      .meta({ description: "From now." }),
  }),
  response: z.object({
    errorId: success,
    expiresAt: z.int().meta({ description: "Unix seconds: when the wait will end, as far as can be predicted." }),
  }),
  errors: [
    "ERROR_NO_SUCH_CAPCHA_ID",
    "ERROR_TASK_FINISHED",
    "ERROR_VARIABLE_NOT_EXPECTED",
    "ERROR_VARIABLE_ALREADY_SET",
  ],
  examples: [
    {
      title: "Ten more minutes",
      request: { clientKey: "<API_KEY>", taskId: 7654321, name: "2fa_input_value", seconds: 600 },
      response: { errorId: 0, expiresAt: 1_795_223_715 },
    },
  ],
});
