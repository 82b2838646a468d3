import { type Mode, modeRecords } from "@gatepost/contract/modes";
import type { Args } from "../platform/context.ts";
import type { Span } from "./day-cache.ts";
import { type Day, localTime } from "./days.ts";
import { ownedReport } from "./get-app-stats.ts";
import type { RangeInput } from "./range.ts";
import { byLabel, readBefore, readSpans, sum, totals, whole } from "./read-counts.ts";
import { centsByDay, errorCounts } from "./series.ts";

export type Funnel = Awaited<ReturnType<typeof getFunnel>>;

/**
 * How views of the public page led to revenue over a range, for the application's owner. `users`: distinct accounts over the range.
 * `failed` tasks include those that were refused; `earned` is in millionths of a dollar.
 */
export async function getFunnel({ ctx, input }: Args<RangeInput & { softId: number }>) {
  const { application, range } = await ownedReport(ctx, input);
  const count = async (metric: "view" | "download" | "ready" | "error" | "money") =>
    sum(totals(await readSpans(ctx, application, metric, range.days)));
  const [views, downloads, ready, failed, earned, [users = 0]] = await Promise.all([
    count("view"),
    count("download"),
    count("ready"),
    count("error"),
    count("money"),
    readSpans(ctx, application, "users", [whole(range.days)]).then(totals),
  ]);
  return { views, downloads, users, ready, failed, earned };
}

export type Hour = Awaited<ReturnType<typeof getHours>>[number];

/**
 * One day of an application by hour, for its owner; by default today. A day on which clocks change has 23 or 25 hours. `time`: the
 * zone's local time at the start of the hour, such as `14:00`. `partial`: not over yet, or in the future. The mode `errors` counts
 * what became ready, and each error separately: every code that occurred on the day, the most frequent first.
 */
export async function getHours({ ctx, input }: Args<{ softId: number; mode: Mode; day?: string; timezone?: string }>) {
  const { softId, mode, timezone } = input;
  const one = await ownedReport(ctx, { softId, timezone, from: input.day, to: input.day });
  const day = one.range.days[one.range.days.length - 1] as Day;
  const { application, range } = one;
  const spans = hoursOf(day);
  const { metrics, byError, money } = modeRecords[mode];
  const [values, failed] = await Promise.all([
    readSpans(ctx, application, metrics[0], spans).then(totals),
    byError ? readSpans(ctx, application, "error", spans).then(byLabel) : new Map<string, number[]>(),
  ]);
  const errors = errorCounts(failed);
  const shown = money ? centsByDay(await readBefore(ctx, application, metrics[0], day), values) : values;
  return spans.map(({ begin, end }, index) => ({
    time: localTime(begin * 1000, range.timezone),
    begin,
    end,
    y: shown[index] ?? 0,
    errors: errors.map(({ code, values }) => ({ code, y: values[index] ?? 0 })),
    partial: end * 1000 > application.now.getTime(),
  }));
}

/** The hours of a day; the last one is shorter where the zone's clocks moved by less than an hour. */
function hoursOf({ begin, end }: Day): Span[] {
  return Array.from({ length: Math.ceil((end - begin) / 3600) }, (_, hour) => ({
    begin: begin + hour * 3600,
    end: Math.min(end, begin + (hour + 1) * 3600),
  }));
}
