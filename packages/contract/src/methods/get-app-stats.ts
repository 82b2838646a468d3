import { z } from "zod";
import { clientKey, id, success } from "../fields.ts";
import { defineMethod } from "../method.ts";

export const modes = ["errors", "views", "downloads", "users", "money"] as const;
export type Mode = (typeof modes)[number];

export const point = z.object({
  date: z.string().meta({ description: "The day, as `25 January`." }),
  shortdate: z.string().meta({ description: "The day, as `25 Jan`." }),
  y: z.int().min(0),
  beginstamp: z.int().meta({ description: "Unix seconds of the day's first second." }),
  endstamp: z.int().meta({ description: "The next day's beginstamp, less one." }),
  stamp: z.int().meta({ description: "Equal to beginstamp." }),
});

export const series = z.object({
  name: z.string(),
  data: z.array(point),
  itemname: z.string().meta({ description: "The group: processed items or errors." }),
  errorId: z.int().min(0),
  code: z.string(),
  description: z.string(),
  count: z.int().optional().meta({ description: "The total; on error series only." }),
});

export type Point = z.infer<typeof point>;
export type Series = z.infer<typeof series>;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, { error: "a day as YYYY-MM-DD" });

const mode = z
  .string({ error: `one of ${modes.join(", ")}` })
  .transform((value) => value.toLowerCase())
  .pipe(z.enum(modes, { error: `one of ${modes.join(", ")}` }))
  .nullish()
  .transform((value) => value ?? "errors")
  .meta({
    description: `One of ${modes.join(", ")}, in any letter case; the default is errors.`,
    examples: [...modes],
  });

export const getAppStats = defineMethod({
  name: "getAppStats",
  summary: "Daily statistics of an application",
  description:
    "Chart series of one kind, a point a day, for the owner of the application and nobody else. Without a range: today " +
    "and the 29 days before, in UTC. Errors are tasks that failed and createTask calls that were refused; of the calls, those " +
    "of the owner and of accounts that had a task accepted in the 30 days before, and at most 100 per account and day.",
  access: "read",
  idempotent: false,
  request: z.object({
    clientKey,
    softId: z.preprocess(
      (value) => (value === 0 || value === "0" ? 0 : value),
      z.union([z.literal(0), id], { error: "the application's id" }),
    ),
    mode,
    from: day.nullish().meta({ description: "The first day; the default is 29 days before the last." }),
    to: day.nullish().meta({ description: "The last day, inclusive; the default is today." }),
    timezone: z.string().max(64).nullish().meta({ description: "An IANA time zone; the default is UTC." }),
  }),
  response: z.object({
    errorId: success,
    chartData: z.array(series),
    fromDate: z.string().meta({ description: "The range's start, as `17 Feb 00:00`." }),
    toDate: z.string().meta({ description: "The range's end, or this moment where it ends today." }),
  }),
  errors: ["ERROR_ACCESS_DENIED"],
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
