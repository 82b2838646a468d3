import { z } from "zod";
import { clientKey, day, days, integer, success } from "../fields.ts";
import { limits } from "../limits.ts";
import { defineMethod } from "../method.ts";
import { type Mode, modes } from "../modes.ts";

/** For each mode: its series, what it counts, and the unit of `y`. */
const contents: Record<Mode, string> = {
  errors:
    "the series `Accepted (paid)` (itemname `Tasks`) counts tasks of the application that became ready. Each error that " +
    "occurred has a series of its own (itemname `Errors`), which counts tasks that failed with it and createTask calls " +
    "that were refused with it. Unit: tasks and calls.",
  views:
    "the series `Page views` (itemname `Views`) counts views of the application's public page. Crawlers, monitors and " +
    "link previews that identify themselves, prefetches and HEAD requests are not counted. Unit: views.",
  downloads:
    "the series `Download clicks` (itemname `Downloads`) counts clicks on the application's download link, by the same " +
    "rules. Unit: clicks.",
  users:
    "the series `Active users` (itemname `Users`) counts the distinct accounts that created a task through the " +
    "application that day. Unit: accounts.",
  money:
    "the series `Money earned` (itemname `Money`) is the commission on tasks of the application. Unit: US cents, whole; " +
    "fractions of a cent are carried to the next day, so that the days add up to the total.",
};

export const point = z.object({
  date: z.string().meta({ description: "The day, as `25 January`." }),
  shortdate: z.string().meta({ description: "The day, as `25 Jan`." }),
  y: z.int().min(0).meta({ description: "The day's value, in the mode's unit: see `mode`. Of money: US cents." }),
  beginstamp: z.int().meta({ description: "Unix seconds of the day's first second." }),
  endstamp: z.int().meta({ description: "The next day's beginstamp, less one." }),
  stamp: z.int().meta({ description: "Equal to beginstamp." }),
});

export const series = z.object({
  name: z.string().meta({ description: "The series' title; of an error series, its error code." }),
  data: z.array(point).meta({ description: "One point per day, ascending, without gaps." }),
  itemname: z.string().meta({ description: "The group: Tasks, Errors, Views, Downloads, Users or Money." }),
  errorId: z.int().min(0).meta({ description: "0 for an ordinary series; of an error series, the error's id." }),
  code: z.string().meta({ description: "Of an error series, the error's code; otherwise empty." }),
  description: z.string().meta({ description: "Of an error series, what the error means; otherwise empty." }),
  count: z.int().optional().meta({ description: "The total; on error series only." }),
});

export type Point = z.infer<typeof point>;
export type Series = z.infer<typeof series>;

const mode = z
  .preprocess(
    (value) => (typeof value === "string" ? value.toLowerCase() : value),
    z.enum(modes, { error: `one of ${modes.join(", ")}` }).nullish(),
  )
  .transform((value) => value ?? "errors")
  .meta({
    description: [
      "The kind of statistics. Null or absent: errors.",
      ...modes.map((name) => `* \`${name}\`: ${contents[name]}`),
    ].join("\n"),
  });

export const getAppStats = defineMethod({
  name: "getAppStats",
  summary: "Daily statistics of an application",
  description:
    "Chart series of one kind, a point a day, for the owner of the application and nobody else. Without a range: today " +
    `and the 29 days before, in UTC. A range has at most ${limits.reportDays} days. ` +
    " Errors are tasks that failed and createTask calls that were refused; of the calls, those " +
    "of the owner and of accounts that had a task accepted in the 30 days before, and at most 100 per account and day.",
  access: "read",
  right: "stats",
  request: z.object({
    clientKey,
    softId: integer(0, Number.MAX_SAFE_INTEGER).meta({ description: "The application's id in the developer portal." }),
    mode,
    from: day.nullish().meta({ description: `The first day; the default is 29 days before the last. ${days}.` }),
    to: day.nullish().meta({
      description: `The last day, inclusive; the default is today, or the first day if that is later. ${days}.`,
    }),
    timezone: z.string().max(64).nullish().meta({ description: "An IANA time zone; the default is UTC." }),
  }),
  response: z.object({
    errorId: success,
    chartData: z.array(series),
    fromDate: z.string().meta({ description: "The range's start, as `17 Feb 00:00`." }),
    toDate: z.string().meta({ description: "The range's end, or this moment where it ends today." }),
  }),
  errors: [],
  examples: [
    {
      title: "Money earned, day by day",
      request: { clientKey: "<API_KEY>", softId: 1007, mode: "money" },
      response: {
        errorId: 0,
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
    },
  ],
});
