import { z } from "zod";
import { limits } from "../limits.ts";
import { defineMethod, id, integer, succeeded, withKey } from "../method.ts";
import { receipts, runningTask } from "../running-task.ts";
import { partialResult, solution, taskFailure } from "../solution.ts";

const processing = succeeded(runningTask.shape);

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
        'The `version` of the previous response, or "" in the first call: a change since then is answered at once. ' +
          "Without it, a change counts from the beginning of the call.",
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
