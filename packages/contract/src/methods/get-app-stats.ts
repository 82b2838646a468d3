import { z } from "zod";
import { limits } from "../limits.ts";
import { day, days, defineMethod, integer, succeeded, withKey } from "../method.ts";
import { type Mode, modeRecords, modes, usualMode } from "../modes.ts";

/** Its series, what that counts, and the unit of `y`. */
function contents(mode: Mode): string {
  const { name, itemname, counts, unit } = modeRecords[mode];
  return `the series \`${name}\` (itemname \`${itemname}\`) ${counts} Unit: ${unit}.`;
}

export const point = z.object({
  date: z.string().describe("The day, as `25 January`."),
  shortdate: z.string().describe("The day, as `25 Jan`."),
  y: z.int().min(0).describe("The day's value, in the mode's unit: see `mode`. Of money: US cents."),
  beginstamp: z.int().describe("Unix seconds of the day's first second."),
  endstamp: z.int().describe("The next day's beginstamp, less one."),
  stamp: z.int().describe("Equal to beginstamp."),
});

export const series = z.object({
  name: z.string().describe("The series' title; of an error series, its error code."),
  data: z.array(point).describe("One point per day, ascending, without gaps."),
  itemname: z.string().describe("The group: Tasks, Errors, Views, Downloads, Users or Money."),
  errorId: z.int().min(0).describe("0 for an ordinary series; of an error series, the error's id."),
  code: z.string().describe("Of an error series, the error's code; otherwise empty."),
  description: z.string().describe("Of an error series, what the error means; otherwise empty."),
  count: z.int().optional().describe("The total; on error series only."),
});

export type Point = z.infer<typeof point>;
export type Series = z.infer<typeof series>;

const mode = z
  .preprocess(
    (value) => (typeof value === "string" ? value.toLowerCase() : value),
    z.enum(modes, { error: `one of ${modes.join(", ")}` }).nullish(),
  )
  .transform((value) => value ?? usualMode)
  .describe(
    [
      `The kind of statistics. Null or absent: ${usualMode}.`,
      ...modes.map((name) => `* \`${name}\`: ${contents(name)}`),
    ].join("\n"),
  );

export const getAppStats = defineMethod({
  name: "getAppStats",
  group: "Statistics",
  summary: "Daily statistics of an application",
  description:
    "Chart series of one kind, a point a day, for the owner of the application and nobody else. Without a range: today " +
    `and the 29 days before, in UTC. A range has at most ${limits.reportDays} days. ` +
    "Errors are tasks that failed and createTask calls that were refused; of the calls, those " +
    "of the owner and of accounts that had a task accepted in the 30 days before, and at most 100 per account and day.",
  access: "read",
  right: "stats",
  about: "application",
  request: withKey({
    softId: integer(0, Number.MAX_SAFE_INTEGER).describe("The application's id in the developer portal."),
    mode,
    from: day.nullish().describe(`The first day; the default is 29 days before the last. ${days}.`),
    to: day
      .nullish()
      .describe(`The last day, inclusive; the default is today, or the first day if that is later. ${days}.`),
    timezone: z.string().max(64).nullish().describe("An IANA time zone; the default is UTC."),
  }),
  response: succeeded({
    chartData: z.array(series),
    fromDate: z.string().describe("The range's start, as `17 Feb 00:00`."),
    toDate: z.string().describe("The range's end, or this moment where it ends today."),
  }),
  examples: {
    "Money earned, day by day": [
      { softId: 1007, mode: "money" },
      {
        chartData: [
          {
            name: "Money earned",
            data: [
              {
                date: "25 January",
                shortdate: "25 Jan",
                y: 111,
                beginstamp: 1769299200,
                endstamp: 1769385599,
                stamp: 1769299200,
              },
            ],
            itemname: "Money",
            errorId: 0,
            code: "",
            description: "",
          },
        ],
        fromDate: "25 Jan 00:00",
        toDate: "25 Jan 14:05",
      },
    ],
  },
});
