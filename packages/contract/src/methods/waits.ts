import { z } from "zod";
import { limits, longestWait } from "../limits.ts";
import { defineMethod, id, integer, succeeded, variableName, withKey } from "../method.ts";

export const pushAntiGateVariable = defineMethod({
  name: "pushAntiGateVariable",
  group: "Waits",
  summary: "Push the value of a late variable",
  description:
    "Gives a task the value of a variable that was `_WAIT_FOR_IT_` when the task was created. Success means that the " +
    "value is on disk; a worker that waits for it goes on within milliseconds, one that is not there yet finds it. " +
    "Pushing the same value again changes nothing; another value replaces one that no worker has taken.",
  access: "change",
  right: "tasks",
  about: "task",
  idempotent: true,
  takesLargeBodies: true,
  request: withKey({
    taskId: id,
    name: variableName,
    value: z
      .custom<unknown>((value) => value !== undefined, { error: "any JSON value" })
      .describe(
        "Any JSON. A file is {name, type, base64}; for a body over 256 KiB send the key in the header Authorization too, as " +
          "Bearer KEY. null, false, 0, an empty string and `_WAIT_FOR_IT_` itself are values. Numbers are typed exactly as " +
          "they were sent.",
      ),
    version: z
      .string({ error: "a string: the version of a response" })
      .max(200)
      .nullish()
      .describe("The `version` of the response with the wait: the value answers this wait alone."),
  }),
  response: succeeded({ status: z.literal("success") }),
  errors: [
    "ERROR_TASK_FINISHED",
    "ERROR_VARIABLE_NOT_EXPECTED",
    "ERROR_VARIABLE_ALREADY_SET",
    "ERROR_VARIABLE_REFUSED",
  ],
  examples: {
    "Push the code that came by text message": [
      { taskId: 7654321, name: "2fa_input_value", value: "349001" },
      { status: "success" },
    ],
  },
});

export const declineVariable = defineMethod({
  name: "declineVariable",
  group: "Waits",
  summary: "Decline to give the value of a late variable",
  description:
    "The person or program that was asked for a value declines: the task ends with ERROR_TASK_CANCELED and the reason, and " +
    "its price is released. A value that was pushed and not taken yet is not used. Declining it again changes nothing, whatever the reason.",
  access: "change",
  right: "tasks",
  repeatable: true,
  about: "task",
  request: withKey({
    taskId: id,
    name: variableName,
    reason: z
      .string({ error: "a string of 1 to 500 characters" })
      .min(1)
      .max(500)
      .describe("One line, said in the task's error."),
  }),
  response: succeeded({ status: z.literal("success") }),
  errors: ["ERROR_TASK_FINISHED", "ERROR_VARIABLE_NOT_EXPECTED", "ERROR_VARIABLE_ALREADY_SET"],
  examples: {
    "The person asked did not request this sign-in": [
      { taskId: 7654321, name: "2fa_input_value", reason: "I did not ask for this sign-in." },
      { status: "success" },
    ],
  },
});

export const extendWait = defineMethod({
  name: "extendWait",
  group: "Waits",
  summary: "Give a wait more time",
  description:
    "The task waits for the value for at least this many seconds from now, and its time limit is extended as much. A wait " +
    "never ends sooner because of it.",
  access: "change",
  right: "tasks",
  repeatable: true,
  about: "task",
  request: withKey({
    taskId: id,
    name: variableName,
    seconds: z
      .union([z.number().positive().max(longestWait), integer(1, longestWait)], {
        error: `a number above 0, at most ${longestWait}`,
      })
      .describe("From now."),
  }),
  response: succeeded({
    expiresAt: z.int().describe("Unix seconds: when the wait will end, as far as can be predicted."),
  }),
  errors: ["ERROR_TASK_FINISHED", "ERROR_VARIABLE_NOT_EXPECTED", "ERROR_VARIABLE_ALREADY_SET"],
  examples: {
    "Ten more minutes": [{ taskId: 7654321, name: "2fa_input_value", seconds: 600 }, { expiresAt: 1_795_223_715 }],
  },
});

const linkResponse = succeeded({
  url: z.string(),
  expires: z.int().describe("Unix seconds."),
});

export const createAnswerLink = defineMethod({
  name: "createAnswerLink",
  group: "Waits",
  summary: "Create a link by which a person can answer",
  description:
    "Everyone who has the link can answer this late variable of this task, decline, or give the wait more time (twice), on a " +
    "page made for phones. It can be created before the task asks, works each time that it asks, and ends with the task, when " +
    "it expires, or when it is revoked on the task's page in the portal. " +
    "The response is the only place with the link: it is stored hashed.",
  access: "change",
  right: "tasks",
  about: "task",
  request: withKey({
    taskId: id,
    name: variableName,
    expiresIn: integer(1, limits.linkSeconds)
      .nullish()
      .describe("Seconds after which the link stops working at the latest; 86400 if absent."),
    live: z
      .boolean({ error: "true or false" })
      .nullish()
      .describe("true: while the task waits, its page also shows the live page and lets a person take it over."),
  }),
  response: linkResponse,
  errors: ["ERROR_TASK_FINISHED", "ERROR_VARIABLE_NOT_EXPECTED"],
  examples: {
    "A link for the person who gets the text message": [
      { taskId: 7654321, name: "2fa_input_value", expiresIn: 3600 },
      {
        url: "https://gatepost.example.com/answer/3q2-7wABAgMEBQYHCAkKCwwNDg8QERIT",
        expires: 1_795_226_415,
      },
    ],
  },
});

export const createLiveLink = defineMethod({
  name: "createLiveLink",
  group: "Tasks",
  summary: "Create a link to a task's live page",
  description:
    "Everyone who has the link sees the browser that runs the task, and with `control` may take it over. It ends with the task, " +
    "when it expires, or when it is revoked on the task's page in the portal. Other sites can show it in a frame if the account lists them in the portal.",
  access: "change",
  right: "tasks",
  about: "task",
  request: withKey({
    taskId: id,
    control: z
      .boolean({ error: "true or false" })
      .nullish()
      .describe(
        "true: whoever has the link may take the page over. The task then counts as one that may have submitted something.",
      ),
    expiresIn: integer(1, limits.linkSeconds)
      .nullish()
      .describe("Seconds after which the link stops working at the latest; 900 if absent."),
  }),
  response: linkResponse,
  errors: ["ERROR_TASK_FINISHED"],
  examples: {
    "A link for the person who confirms the sign-in on their phone": [
      { taskId: 7654321, control: true },
      {
        url: "https://gatepost.example.com/live/3q2-7wABAgMEBQYHCAkKCwwNDg8QERIT",
        expires: 1_795_223_715,
      },
    ],
  },
});
