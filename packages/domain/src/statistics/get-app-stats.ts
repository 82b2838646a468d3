import { type Mode, modeRecords } from "@gatepost/contract/modes";
import { LRUCache } from "lru-cache";
import type { Batch } from "../platform/coalesce.ts";
import { type AppContext, type Args, type Context, cached, requireVerifiableReader } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { type Day, localTime, type Unit } from "./days.ts";
import { type Baseline, type RangeInput, rangeBefore, rangeOf, spansBefore } from "./range.ts";
import { byLabel, type OwnedApplication, readSpans, type Sums, sum, totals } from "./read-counts.ts";
import { type AppStats, centsByDay, errorCounts } from "./series.ts";
import { findOwnedApplicationsSql } from "./sql/find-owned-applications.sql.ts";

interface GetAppStatsInput extends Omit<RangeInput, "unit"> {
  softId: number;
  mode: Mode;
  /** `hour`: the range's last day. Default: day. */
  unit?: Unit | "hour" | undefined;
}

/**
 * The days of an application in one mode, for its owner, or one day by hour. Anybody else, and a call with an unknown id, gets
 * ERROR_ACCESS_DENIED, whatever else is wrong with the call. ERROR_BAD_REQUEST for an invalid range. Today is the
 * database's.
 */
export async function getAppStats({ ctx, input }: Args<GetAppStatsInput>): Promise<AppStats> {
  const { mode, unit = "day" } = input;
  const byHour = unit === "hour";
  const { application, range } = await ownedReport(ctx, { ...input, unit: byHour ? "day" : unit });
  const { timezone, endsToday } = range;
  const last = range.days[range.days.length - 1] as Day;
  const first = byHour ? last : (range.days[0] as Day);
  const days = byHour ? hoursOf(last) : range.days;
  const now = application.now.getTime();
  const until = endsToday ? localTime(now, timezone) : "23:59";
  const read = await readSums(ctx, application, mode, days, first.begin);
  const name = [application.softId, mode, timezone.toLowerCase(), first.iso, last.last, unit].join(" ");
  return ctx.cache(openReports).get(name, until, [read.before, ...read.main, ...read.errors], () => ({
    mode,
    unit,
    timezone,
    days,
    until,
    unfinished: endsToday ? days.filter(({ end }) => end * 1000 > now).length : 0,
    values: modeRecords[mode].money ? centsByDay(totals([read.before])[0] ?? 0, totals(read.main)) : totals(read.main),
    errors: errorCounts(byLabel(read.errors)),
  }));
}

/**
 * The hours of a day: 23 or 25 where clocks change. The last one is shorter where they moved by less than an hour, and a day that the
 * zone skipped has none.
 */
function hoursOf(day: Day): Day[] {
  const { begin, end } = day;
  return Array.from({ length: Math.ceil((end - begin) / 3600) }, (_, hour) => ({
    ...day,
    begin: begin + hour * 3600,
    end: Math.min(end, begin + (hour + 1) * 3600),
  }));
}

const openReports = cached("reports", () => reportCache<AppStats>());

/** The application, if the caller owns it; otherwise throws as getAppStats does. */
export async function requireOwner({ ctx, input: { softId } }: Args<{ softId: number }>): Promise<OwnedApplication> {
  const { verified, owned } = await ctx.batch(findOwned, { softId, ...requireVerifiableReader(ctx, softId) });
  if (!verified) throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
  if (owned) return owned;
  if (ctx.actor.kind === "system") throw new DomainError("ERROR_BAD_REQUEST", `There is no application ${softId}.`);
  // The same for another account's application, an unknown softId and 0, so that nobody learns which softIds exist.
  throw new DomainError(
    "ERROR_ACCESS_DENIED",
    "Your account owns no application with this softId, and only the owner of an application may read its statistics.",
  );
}

/** The start of every report: the application and the days. Throws as getAppStats does. */
export async function ownedReport(ctx: Context, input: RangeInput & { softId: number }) {
  // Strangers learn nothing else about their call (docs/contract.md, section 7).
  const application = await requireOwner({ ctx, input });
  return { application, range: rangeOf(input, application.now) };
}

/** All sums from which the statistics of one mode are computed. `before`: everything before `begin`, if the mode needs it. */
async function readSums(app: AppContext, application: OwnedApplication, mode: Mode, days: Day[], begin: number) {
  const { metrics, byError, money } = modeRecords[mode];
  const everBefore = [{ begin: 0, end: begin }];
  const [main, errors, [before]] = await Promise.all([
    readSpans(app, application, metrics[0], days),
    byError ? readSpans(app, application, "error", days) : [],
    money ? readSpans(app, application, metrics[0], everBefore) : [],
  ]);
  return { main, errors, before: before ?? new Map<string, number>() };
}

export type ErrorRow = Awaited<ReturnType<typeof getErrors>>[number];

/**
 * The errors of an application by code, the most frequent first, each with its share of all errors of the range, from 0 to 1, and how
 * many there were in the period before, cut at the same time as today.
 */
export async function getErrors({
  ctx,
  input,
}: Args<RangeInput & { softId: number; baseline?: Baseline | undefined }>) {
  const { application, range } = await ownedReport(ctx, input);
  const earlier = rangeBefore(range, input.baseline).days;
  const [now, before] = await Promise.all([
    readSpans(ctx, application, "error", range.days).then(byLabel),
    readSpans(ctx, application, "error", spansBefore(earlier, range, application.now)).then(byLabel),
  ]);
  const counted = errorCounts(now);
  const all = sum(counted.map(({ count }) => count));
  return counted.map((error) => ({
    ...error,
    share: error.count / all,
    before: sum(before.get(error.code) ?? []),
  }));
}

/** The data of a report. Equal data give an equal report. */
interface Made<Report> {
  until: string;
  sums: readonly Sums[];
  report: Report;
}

/**
 * The last report of each kind that this process computed. If its data have not changed since, a reload of a dashboard
 * gets the same frozen object, so that an adapter may keep its serialisation.
 */
export function reportCache<Report extends object>(maxPoints = 50_000) {
  const cache = new LRUCache<string, Made<Report>>({
    maxSize: maxPoints,
    sizeCalculation: ({ sums }) => sums.reduce((all, { size }) => all + 1 + size, 0),
  });

  return {
    /** `sums` are the data of the report; `until` is what else its texts depend on. */
    get(name: string, until: string, sums: readonly Sums[], make: () => Report): Report {
      const found = cache.get(name);
      if (
        found?.until === until &&
        found.sums.length === sums.length &&
        found.sums.every((one, n) => equal(one, sums[n]))
      )
        return found.report;
      const report = Object.freeze(make());
      cache.set(name, { until, sums, report });
      return report;
    },
  };
}

/** Past days are cached, so it is usually the same map. */
function equal(a: Sums, b: Sums | undefined): boolean {
  if (a === b) return true;
  if (!b || a.size !== b.size) return false;
  for (const [label, n] of a) if (b.get(label) !== n) return false;
  return true;
}

interface FindOwnedInput {
  softId: number;
  /** Null: any owner. */
  accountId: number | null;
  /** Verified by the statement; null if verified already. */
  keyId: number | null;
}

interface FoundOwned {
  verified: boolean;
  /** Undefined: it is another account's, or there is none. */
  owned: OwnedApplication | undefined;
}

const findOwned: Batch<FindOwnedInput, FoundOwned, AppContext> = {
  name: "find_owned_applications",
  max: 512,
  queue: 10_000,
  fairnessKey: ({ accountId }) => accountId,
  async run({ db }, asked) {
    const rows = await db.run(findOwnedApplicationsSql, { inputs: asked.map((input, n) => ({ n, ...input })) });
    const byInput = new Map(rows.map((row) => [row.n, row]));
    return asked.map((_, n) => {
      const row = byInput.get(n);
      if (!row) throw new Error(`No row for input ${n}.`);
      const { now, verified, softId, revision, createdAt } = row;
      const isOwned = softId !== null && revision !== null && createdAt !== null;
      return { verified, owned: isOwned ? { softId, revision, createdAt, now } : undefined };
    });
  },
};
