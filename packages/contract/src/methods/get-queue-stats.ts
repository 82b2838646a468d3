import { z } from "zod";
import { defineMethod, succeeded } from "../method.ts";

/** The protocol family's number for the queue of AntiGateTask, the only one here. */
const queueId = z
  .union([z.literal(25), z.literal("25").transform(() => 25)], { error: "25, the queue of AntiGateTask" })
  .describe("The queue: 25, that of AntiGateTask.");

const speed = "Seconds from the creation of a task to its end, waits for late variables not counted: the average";

export const getQueueStats = defineMethod({
  name: "getQueueStats",
  group: "Statistics",
  summary: "How busy the workers are",
  description:
    "Idle and busy slots now, and the average price and time of the latest tasks: those that ended in the last hour, at " +
    "most the latest 200. Figures are read at most once a second. No key is needed.",
  access: "anyone",
  right: null,
  request: z.object({ queueId }),
  response: succeeded({
    waiting: z.int().min(0).describe("Slots of workers that are idle."),
    load: z.number().min(0).max(100).describe("Busy slots, in percent of all; 100 if there is no worker."),
    bid: z.number().min(0).describe("The average price of the latest tasks, in US dollars; 0 if there are none."),
    speed: z.number().min(0).describe(`${speed} of the latest tasks; 0 if there are none.`),
    total: z.int().min(0).describe("Slots of workers in all: how many tasks can run at once."),
    byTemplate: z
      .array(
        z.object({
          templateName: z.string().describe("The name of a built-in template."),
          speed: z.number().min(0).describe(`${speed} of the latest tasks of this template.`),
        }),
      )
      .describe("Built-in templates that the latest tasks ran, by name. Templates of accounts are never shown."),
  }),
  examples: {
    "Is it a good moment for a new task?": [
      { queueId: 25 },
      {
        waiting: 3,
        load: 25,
        bid: 0.002,
        speed: 6.42,
        total: 4,
        byTemplate: [{ templateName: "Sign-in with 2FA and wait for control text", speed: 7.05 }],
      },
    ],
  },
});
