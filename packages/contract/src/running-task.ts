import { z } from "zod";
import { waitKinds } from "./steps/waits.ts";
import { stepTypes } from "./steps.ts";

/** How a task stands that has not ended, and what became of the values that were pushed to it. */

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

export const receipts = z
  .array(receipt)
  .optional()
  .describe("The outcome of each value that was pushed, never the value itself. Absent if none was pushed.");

export const runningTask = z.object({
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

export type Wait = z.infer<typeof wait>;
export type Receipt = z.infer<typeof receipt>;
export type RunningTask = z.infer<typeof runningTask>;
