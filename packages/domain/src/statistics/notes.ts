import { type Metric, type Mode, modeRecords } from "@gatepost/contract/modes";
import { changeAccount, requireBelowLimit } from "../accounts/account-limits.ts";
import { type Args, requireChange } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { readName } from "../platform/name.ts";
import { type PageInput, readPage } from "../platform/page.ts";
import { type Day, localDay } from "./days.ts";
import { ownedReport } from "./get-app-stats.ts";
import type { RangeInput } from "./range.ts";
import { readSpans } from "./read-counts.ts";

/**
 * The notes on an application's chart in a range of days, for its owner. A correction is shown on the day to which the
 * zone counts the corrected quarter of an hour; the owner's own note is shown on its day in every zone. Pages follow
 * the order in which notes were made; each page is in the order of days.
 */
export async function listNotes({ ctx, input }: Args<RangeInput & PageInput & { softId: number }>) {
  const { range } = await ownedReport(ctx, input);
  const [first, last] = [range.days[0] as Day, range.days.at(-1) as Day];
  const { items, next } = await readPage(input, "noteId", async ({ take, after }) => {
    const found = await ctx.db.prisma.note.findMany({
      where: {
        id: { gt: after ?? 0 },
        applicationId: input.softId,
        OR: [
          { bucket: null, day: { gte: new Date(first.iso), lte: new Date(last.iso) } },
          { bucket: { gte: new Date(first.begin * 1000), lt: new Date(last.end * 1000) } },
        ],
      },
      orderBy: { id: "asc" },
      take,
      select: { id: true, day: true, bucket: true, kind: true, text: true },
    });
    return found.map(({ id, day, bucket, kind, text }) => ({
      noteId: id,
      day: bucket ? localDay(bucket.getTime(), range.timezone) : day.toISOString().slice(0, 10),
      kind: kind === "correction" ? ("correction" as const) : ("own" as const),
      text,
    }));
  });
  // As shown on the chart.
  return { items: items.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.noteId - b.noteId)), next };
}

/** Adds the owner's own note to a day of the chart. ERROR_BAD_REQUEST if the application has reached its limit of notes. */
export async function addNote({ ctx, input }: Args<{ softId: number; day: string; text: string }>) {
  const { accountId } = requireChange(ctx, "stats");
  await ownedReport(ctx, { softId: input.softId, from: input.day, to: input.day });
  const text = readName("text", input.text, 500);
  return changeAccount(ctx, accountId, async (tx) => {
    const own = { applicationId: input.softId, kind: "own" };
    requireBelowLimit(ctx, "notes", await tx.note.count({ where: own }));
    const { id } = await tx.note.create({ data: { ...own, day: new Date(input.day), text }, select: { id: true } });
    return { noteId: id };
  });
}

/** Removes an own note. Notes of corrections cannot be removed. */
export async function removeNote({ ctx, input }: Args<{ softId: number; noteId: number }>): Promise<void> {
  requireChange(ctx, "stats");
  await ownedReport(ctx, { softId: input.softId });
  const { count } = await ctx.db.prisma.note.deleteMany({
    where: { id: input.noteId, applicationId: input.softId, kind: "own" },
  });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", `There is no note ${input.noteId} of yours.`);
}

export type Explanation = Awaited<ReturnType<typeof explainPoint>>;

/**
 * What one point of a chart counted, and what it excluded and why (an Exclusion of visit.ts), for the application's owner, with the
 * first page of the day's notes. Money is in millionths of a dollar.
 */
export async function explainPoint({
  ctx,
  input,
}: Args<{ softId: number; mode: Mode; day: string; timezone?: string }>) {
  const { softId, mode, day, timezone } = input;
  if (!day) throw new DomainError("ERROR_BAD_REQUEST", "day must be a day as YYYY-MM-DD.");
  const { application, range } = await ownedReport(ctx, { softId, from: day, to: day, timezone });
  const read = async <M extends Metric>(metric: M) => {
    const [labels] = await readSpans(ctx, application, metric, range.days);
    return [...(labels ?? [])].map(([label, n]) => ({ metric, label, n })).sort((a, b) => b.n - a.n);
  };
  const { metrics, excluded } = modeRecords[mode];
  const [rows, leftOut, notes] = await Promise.all([
    Promise.all(metrics.map(read)),
    excluded ? read(excluded) : [],
    listNotes({ ctx, input: { softId, from: day, to: day, timezone } }),
  ]);
  return { counted: rows.flat(), leftOut: leftOut.map(({ label, n }) => ({ reason: label, n })), notes: notes.items };
}
