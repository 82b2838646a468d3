import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireChange } from "../permission.ts";
import { ownedReport } from "./get-app-stats.ts";

export interface ListedNote {
  noteId: number;
  /** YYYY-MM-DD. */
  day: string;
  kind: "own" | "correction";
  text: string;
}

/** The notes on an application's chart in a range of days, for its owner. */
export async function listNotes({
  ctx,
  input,
}: {
  ctx: Context;
  input: { softId: number; from?: string; to?: string };
}): Promise<ListedNote[]> {
  const { range } = await ownedReport(ctx, input);
  const found = await ctx.db.prisma.note.findMany({
    where: {
      applicationId: input.softId,
      day: { gte: new Date(range.days[0]?.iso ?? 0), lte: new Date(range.days.at(-1)?.iso ?? 0) },
    },
    orderBy: [{ day: "asc" }, { id: "asc" }],
    select: { id: true, day: true, kind: true, text: true },
  });
  return found.map(({ id, day, kind, text }) => ({
    noteId: id,
    day: day.toISOString().slice(0, 10),
    kind: kind as ListedNote["kind"],
    text,
  }));
}

/** Puts the owner's own note on a day of the chart. */
export async function addNote({
  ctx,
  input,
}: {
  ctx: Context;
  input: { softId: number; day: string; text: string };
}): Promise<{ noteId: number }> {
  requireChange(ctx);
  await ownedReport(ctx, { softId: input.softId, from: input.day, to: input.day });
  const text = input.text.trim();
  if (text.length < 1 || text.length > 500)
    throw new DomainError("ERROR_BAD_REQUEST", "text must have 1 to 500 characters.");
  const { id } = await ctx.db.prisma.note.create({
    data: { applicationId: input.softId, day: new Date(input.day), kind: "own", text },
    select: { id: true },
  });
  return { noteId: id };
}

/** Takes an own note away; the trace of a correction stays. */
export async function removeNote({
  ctx,
  input,
}: {
  ctx: Context;
  input: { softId: number; noteId: number };
}): Promise<void> {
  requireChange(ctx);
  await ownedReport(ctx, { softId: input.softId });
  const { count } = await ctx.db.prisma.note.deleteMany({
    where: { id: input.noteId, applicationId: input.softId, kind: "own" },
  });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", `There is no note ${input.noteId} of yours.`);
}
