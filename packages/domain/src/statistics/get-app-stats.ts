import { type Mode, modeRecords } from "@gatepost/contract/modes";
import { type AppContext, type Args, type Context, cached, requireVerifiableReader } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { type Baseline, rangeBefore, spansBefore } from "./compare.ts";
import { type Day, localTime } from "./days.ts";
import { findOwned, type OwnedApplication } from "./find-owned.ts";
import { periodOf, type RangeInput, rangeOf } from "./range.ts";
import { byLabel, readSpans, sum, totals } from "./read-counts.ts";
import { reportCache } from "./report-cache.ts";
import { type AppStats, centsByDay, errorCounts } from "./series.ts";

interface GetAppStatsInput extends RangeInput {
  softId: number;
  mode: Mode;
  /** Reads the period with which the range is compared instead. */
  comparedBy?: Baseline | undefined;
}

/**
 * The days of an application in one mode, for its owner. Anybody else, and a call with an unknown id, gets
 * ERROR_ACCESS_DENIED, whatever else is wrong with the call. ERROR_BAD_REQUEST for an invalid range. Today is the
 * database's.
 */
export async function getAppStats({ ctx, input }: Args<GetAppStatsInput>): Promise<AppStats> {
  const { application, range } = await ownedReport(ctx, input);
  const { mode, comparedBy } = input;
  const { days, timezone, endsToday, unit } = comparedBy ? rangeBefore(range, comparedBy) : range;
  const first = days[0] as Day;
  const last = days[days.length - 1] as Day;
  const until = endsToday ? localTime(application.now.getTime(), timezone) : "23:59";
  const read = await readSums(ctx, application, mode, days);
  const name = [application.softId, mode, timezone.toLowerCase(), first.iso, last.last, unit, comparedBy].join(" ");
  return ctx.cache(openReports).get(name, until, [read.before, ...read.main, ...read.errors], () => ({
    mode,
    days,
    until,
    values: modeRecords[mode].money ? centsByDay(totals([read.before])[0] ?? 0, totals(read.main)) : totals(read.main),
    errors: errorCounts(byLabel(read.errors)),
  }));
}

const openReports = cached("reports", () => reportCache<AppStats>());

/** Resolves if the caller owns the application; otherwise throws as getAppStats does. */
export async function requireOwner({ ctx, input: { softId } }: { ctx: Context; input: { softId: number } }) {
  const { verified, owned } = await ctx.batch(findOwned, { softId, ...requireVerifiableReader(ctx, softId) });
  if (!verified) throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
  if (!owned) throw notOwner();
}

/** One error for another account's application, an unknown softId and 0, so that nobody learns which softIds exist. */
const notOwner = () =>
  new DomainError(
    "ERROR_ACCESS_DENIED",
    "Your account owns no application with this softId, and only the owner of an application may read its statistics.",
  );

/** The start of every report: the application and the days. Throws as getAppStats does. */
export async function ownedReport(ctx: Context, input: RangeInput & { softId: number }) {
  const { accountId, keyId } = requireVerifiableReader(ctx, input.softId);
  const { now, verified, owned } = await ctx.batch(findOwned, { softId: input.softId, accountId, keyId });
  if (!verified) throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
  // Strangers learn nothing else about their call (docs/contract.md, section 7).
  if (!owned && ctx.actor.kind === "system")
    throw new DomainError("ERROR_BAD_REQUEST", `There is no application ${input.softId}.`);
  if (!owned) throw notOwner();
  const period = periodOf(input, now);
  if ("problem" in period) throw new DomainError("ERROR_BAD_REQUEST", period.problem);
  return { application: owned, range: rangeOf(period) };
}

/** All sums from which the statistics of one mode are computed. `before`: everything before the first day, if the mode needs it. */
async function readSums(app: AppContext, application: OwnedApplication, mode: Mode, days: Day[]) {
  const { metrics, byError, money } = modeRecords[mode];
  const everBefore = [{ begin: 0, end: (days[0] as Day).begin }];
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
