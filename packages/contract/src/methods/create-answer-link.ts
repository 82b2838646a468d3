import { z } from "zod";
import { clientKey, id, integer, success, variableName } from "../fields.ts";
import { limits } from "../limits.ts";
import { defineMethod } from "../method.ts";

export const createAnswerLink = defineMethod({
  name: "createAnswerLink",
  summary: "Create a link by which a person can answer",
  description:
    "Anybody who has the link can supply this late variable of this task, decline, or give the wait more time (twice), on a " +
    "page made for phones. It can be created before the task asks, works each time that it asks, and ends with the task, when " +
    "it expires, or when it is revoked on the task's page in the portal. " +
    "The response is the only place with the link: it is stored hashed.",
  access: "change",
  right: "tasks",
  request: z.object({
    clientKey,
    taskId: id,
    name: variableName,
    expiresIn: integer(1, limits.linkSeconds)
      .nullish()
      .meta({ description: "Seconds after which the link stops working at the latest; 86400 if absent." }),
  }),
  response: z.object({
    errorId: success,
    url: z.string(),
    expires: z.int().meta({ description: "Unix seconds." }),
  }),
  errors: ["ERROR_NO_SUCH_CAPCHA_ID", "ERROR_TASK_FINISHED", "ERROR_VARIABLE_NOT_EXPECTED"],
  examples: [
    {
      title: "A link for the person who gets the text message",
      request: { clientKey: "<API_KEY>", taskId: 7654321, name: "2fa_input_value", expiresIn: 3600 },
      response: {
        errorId: 0,
        url: "https://gatepost.example.com/answer/3q2-7wABAgMEBQYHCAkKCwwNDg8QERIT",
        expires: 1_795_226_415,
      },
    },
  ],
});
