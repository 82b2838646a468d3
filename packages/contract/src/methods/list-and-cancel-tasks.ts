import { z } from "zod";
import { errorCodes } from "../errors.ts";
import {
  day,
  days,
  defineMethod,
  id,
  pageRequest,
  pageResponse,
  softId,
  succeeded,
  templateName,
  withKey,
} from "../method.ts";

/** A task's states (docs/contract.md, section 4). */
const taskStates = ["queued", "running", "waiting", "ready", "failed"] as const;

export const listTasks = defineMethod({
  name: "listTasks",
  group: "Tasks",
  summary: "List the account's tasks",
  description:
    "The tasks by descending taskId, without values and results. A page may have fewer tasks than asked for, or none, and still a `next`.",
  access: "read",
  right: "tasks",
  request: withKey({
    state: z
      .enum(taskStates, { error: `one of ${taskStates.join(", ")}` })
      .nullish()
      .describe("Only tasks in this state."),
    templateName: templateName.nullish().describe("Only tasks of this template."),
    softId: softId.describe("Only tasks of this application; 0, an empty string, null or absent: of any."),
    errorCode: z
      .enum(errorCodes, { error: "an error code such as ERROR_TASK_TIMEOUT" })
      .nullish()
      .describe("Only tasks that failed with this error."),
    from: day
      .nullish()
      .describe(
        `Only tasks that ended on this day or later, as getAppStats counts them; without \`to\`, until today. ${days}.`,
      ),
    to: day
      .nullish()
      .describe(`Only tasks that ended on this day or earlier; without \`from\`, in the 30 days up to it. ${days}.`),
    timezone: z.string().max(64).nullish().describe("The IANA time zone of the days; the default is UTC."),
    ...pageRequest,
    after: id.nullish().describe("The `next` of the previous page."),
  }),
  response: succeeded({
    tasks: z.array(
      z.object({
        taskId: z.int().positive(),
        state: z.enum(taskStates),
        templateName: z
          .string()
          .describe(
            "Of a draft: the document's name with its day and a hash, as in `Sign in (draft 2026-11-25 fd2ceb2f9ac68543)`.",
          ),
        softId: z.int().positive().nullable(),
        createTime: z.int().describe("Unix seconds."),
        endTime: z.int().optional().describe("Unix seconds."),
        errorCode: z.string().optional().describe("Of a failed task."),
        waitingFor: z
          .array(z.string())
          .optional()
          .describe("The late variables that a waiting task waits for right now."),
      }),
    ),
    ...pageResponse,
  }),
  examples: {
    "Tasks that wait for somebody": [
      { state: "waiting", limit: 10 },
      {
        tasks: [
          {
            taskId: 7654321,
            state: "waiting",
            templateName: "Sign-in with 2FA and wait for control text",
            softId: 1007,
            createTime: 1_795_222_800,
            waitingFor: ["2fa_input_value"],
          },
        ],
      },
    ],
  },
});

export const cancelTask = defineMethod({
  name: "cancelTask",
  group: "Tasks",
  summary: "Stop a task",
  description:
    "Ends a task that has not ended, wherever it is: its worker stops within a second, and its price is released. " +
    "Cancelling it again changes nothing, whatever the reason.",
  access: "change",
  right: "tasks",
  repeatable: true,
  about: "task",
  request: withKey({
    taskId: id,
    reason: z
      .string({ error: "a string of at most 500 characters" })
      .max(500)
      .nullish()
      .describe("One line, said in the task's error."),
  }),
  response: succeeded({ status: z.literal("success") }),
  errors: ["ERROR_TASK_FINISHED"],
  examples: {
    "The person declined to answer": [
      { taskId: 7654321, reason: "The person declined to answer." },
      { status: "success" },
    ],
  },
});
