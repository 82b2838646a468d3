import { z } from "zod";
import { limits } from "../limits.ts";
import { defineMethod, id, integer, succeeded, withKey } from "../method.ts";
import { partialResult, solution, taskFailure } from "../solution.ts";
import { waitKinds } from "../steps/waits.ts";
import { stepTypes } from "../steps.ts";

const wait = z.object({
  name: z.string(),
  prompt: z.string().describe("What the template asks for, for a person to read; empty if it does not say."),
  kind: z.enum(waitKinds).describe("text also where the template names no kind: then any JSON is accepted."),
  options: z.array(z.string()).optional().describe("Of a choice: the values that are accepted."),
  pattern: z.string().optional().describe("The RE2 pattern that the whole value must match."),
  attempt: z
    .int()
    .positive()
    .describe(
      "How often the wait has asked, this time included; in each run of a repetition, from 1. `version` tells waits apart.",
    ),
  refused: z.boolean().describe("Whether the site refused the previous value."),
  since: z.int().describe("Unix seconds."),
  expiresAt: z.int().describe("Unix seconds: when the wait will end, as far as can be predicted."),
  live: z.boolean().describe("Whether the task's browser can be seen live now."),
});

const receipt = z.object({
  name: z.string(),
  attempt: z.int().positive(),
  length: z.int().min(0).describe("Characters of the value as it is typed into a page."),
  pushedAt: z.int().describe("Unix seconds."),
  pushedBy: z
    .string()
    .describe("A key by its hint and its name, a person by email, an answer link, or an inbound code."),
  outcome: z
    .enum(["pushed", "taken", "unused"])
    .describe("pushed: not taken yet; unused: replaced, too old, or wiped at the task's end."),
  takenAt: z.int().optional().describe("Unix seconds."),
  usedBy: z.int().positive().optional().describe("The step that used it first."),
});

const receipts = z
  .array(receipt)
  .optional()
  .describe("The outcome of each value that was pushed, never the value itself. Absent if none was pushed.");

const processing = succeeded({
  status: z.literal("processing"),
  waitingFor: z.array(z.string()).describe("The late variables that the task waits for right now."),
  progress: z.object({
    step: z.int().min(0).describe("The step being run, from 1; 0 while the task is queued."),
    of: z.int().positive(),
    type: z.enum(["", ...stepTypes]),
    path: z
      .string()
      .optional()
      .describe("Of a step that another one nests, its place, such as 3.then.2; then `step` is 3."),
  }),
  waiting: z.array(wait).describe("The same variables as in `waitingFor`, with what is asked."),
  controlledBy: z.literal("person").nullable().describe("person: somebody has taken the page over."),
  receipts,
  version: z.string().describe("Changes with what the task waits for. Send it back as `sinceVersion`."),
});

const ready = succeeded({
  status: z.literal("ready"),
  solution: z.union([solution, z.object({}).strict()]),
  solutionExpired: z.literal(true).optional(),
  cost: z.string().describe("US dollars with six decimals."),
  ip: z.string().describe("The address that created the task."),
  createTime: z.int().describe("Unix seconds."),
  endTime: z.int().describe("Unix seconds."),
  solveCount: z.int().min(1).describe("Attempts."),
  receipts,
});

export const getTaskResult = defineMethod({
  name: "getTaskResult",
  group: "Tasks",
  summary: "Ask how a task stands",
  description:
    "While the task runs: what it waits for and which step it is at. When it is ready: its solution, kept for 24 hours " +
    "unless the operator set another time. When it failed: the error that ended it and, as long as a solution is kept, where it failed and what it had read. " +
    "With waitSeconds, the call is held until there is news.",
  access: "read",
  right: "tasks",
  about: "task",
  request: withKey({
    taskId: id,
    waitSeconds: integer(0, limits.heldSeconds)
      .nullish()
      .describe(
        "The response is sent when the task ends or what it waits for changes, after this many seconds at the latest. " +
          `An account can have ${limits.heldCalls} such calls under way.`,
      ),
    sinceVersion: z
      .string({ error: "a string: the version of an earlier response" })
      .max(200)
      .nullish()
      .describe(
        "The `version` of the previous response: a change since then is answered at once. Without it, a change counts " +
          "from the beginning of the call.",
      ),
  }),
  response: z.discriminatedUnion("status", [processing, ready]),
  errors: [
    "ERROR_NO_SLOT_AVAILABLE",
    "ERROR_TASK_CANCELED",
    "ERROR_WEBSITE_NOT_ALLOWED",
    "ERROR_VARIABLE_TIMEOUT",
    "ERROR_STEP_FAILED",
    "ERROR_WORKER_LOST",
    "ERROR_TASK_TIMEOUT",
    "ERROR_INTERNAL",
  ],
  detailed: [
    {
      name: "FailedTask",
      codes: [
        "ERROR_STEP_FAILED",
        "ERROR_VARIABLE_TIMEOUT",
        "ERROR_TASK_TIMEOUT",
        "ERROR_WEBSITE_NOT_ALLOWED",
        "ERROR_WORKER_LOST",
      ],
      more: z.object({ failure: taskFailure, partial: partialResult }),
    },
  ],
  examples: {
    "The task waits for a code": [
      { taskId: 7654321 },
      {
        status: "processing",
        waitingFor: ["2fa_input_value"],
        progress: { step: 6, of: 12, type: "WAIT_FOR_VARIABLE_VALUE" },
        waiting: [
          {
            name: "2fa_input_value",
            prompt: "Enter the code that the site has just sent.",
            kind: "text",
            attempt: 1,
            refused: false,
            since: 1_795_222_815,
            expiresAt: 1_795_223_115,
            live: true,
          },
        ],
        controlledBy: null,
        version: "1:1795222815.094",
      },
    ],
  },
});
