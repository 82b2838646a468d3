import { z } from "zod";
import { clientKey, id, success, variableName } from "../fields.ts";
import { defineMethod } from "../method.ts";

export const declineVariable = defineMethod({
  name: "declineVariable",
  summary: "Decline to supply a late variable",
  description:
    "The person or program that was asked for a value declines: the task ends with ERROR_TASK_CANCELED and the reason, and " +
    "its price is released. A value that was pushed and not taken yet is not used. Declining it again changes nothing, whatever the reason.",
  access: "change",
  right: "tasks",
  request: z.object({
    clientKey,
    taskId: id,
    name: variableName,
    reason: z
      .string({ error: "a string of 1 to 500 characters" })
      .min(1)
      .max(500)
      .meta({ description: "One line, said in the task's error." }),
  }),
  response: z.object({ errorId: success, status: z.literal("success") }),
  errors: [
    "ERROR_NO_SUCH_CAPCHA_ID",
    "ERROR_TASK_FINISHED",
    "ERROR_VARIABLE_NOT_EXPECTED",
    "ERROR_VARIABLE_ALREADY_SET",
  ],
  examples: [
    {
      title: "The person asked did not request this sign-in",
      request: {
        clientKey: "<API_KEY>",
        taskId: 7654321,
        name: "2fa_input_value",
        reason: "I did not ask for this sign-in.",
      },
      response: { errorId: 0, status: "success" },
    },
  ],
});
