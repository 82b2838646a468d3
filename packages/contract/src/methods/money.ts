import { z } from "zod";
import { limits } from "../limits.ts";
import { defineMethod, integer, softId, succeeded, withKey } from "../method.ts";

export const getBalance = defineMethod({
  name: "getBalance",
  group: "Statistics",
  summary: "What the account can spend",
  description: "The account's balance in US dollars, without what is held for tasks that have not ended.",
  access: "read",
  right: null,
  request: withKey({}),
  response: succeeded({
    balance: z.number().describe("US dollars, holds taken off."),
  }),
  examples: { "Read the balance": [{}, { balance: 12.3456 }] },
});

const latest = Date.parse(`${limits.reportLastDay}T00:00:00Z`) / 1_000;
const date = integer(0, latest, `Unix seconds, an integer from 0 to ${latest}`)
  .nullish()
  .describe(
    "Unix seconds: the hour with which the 24 hours begin. Null or absent: 23 hours ago, so that the last one is the " +
      "current one.",
  );

export const getSpendingStats = defineMethod({
  name: "getSpendingStats",
  group: "Statistics",
  summary: "What the account spent, hour by hour",
  description:
    "The tasks of the account that became ready and their prices, in 24 whole hours of UTC, by the time at which each was " +
    "paid. Held and released prices are not spent. A refund by the operator is not deducted; the balance page shows it.",
  access: "read",
  right: "stats",
  request: withKey({
    date,
    softId: softId.describe("Only tasks that were created through this application; 0, null or absent: all."),
    ip: z
      .string()
      .max(64)
      .nullish()
      .describe(
        "Only tasks that were created from this address; empty, null or absent: all. Known as long as the task's record is " +
          "kept, 30 days by default.",
      ),
  }),
  response: succeeded({
    data: z
      .array(
        z.object({
          dateFrom: z.int().describe("Unix seconds of the hour's first second."),
          dateTill: z.int().describe("Unix seconds of the hour's last second: dateFrom + 3599."),
          volume: z.int().min(0).describe("Tasks that became ready in this hour."),
          money: z.number().min(0).describe("Their prices together, in US dollars."),
        }),
      )
      .describe("24 hours, ascending, zeros included."),
  }),
  examples: {
    "A day's spending": [
      { date: 1795132800 },
      {
        data: [
          { dateFrom: 1795132800, dateTill: 1795136399, volume: 12, money: 0.024 },
          { dateFrom: 1795136400, dateTill: 1795139999, volume: 0, money: 0 },
        ],
      },
    ],
  },
});
