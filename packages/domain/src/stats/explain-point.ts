import type { Mode } from "@gatepost/contract/modes";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { ownedReport } from "./get-app-stats.ts";
import { type ListedNote, listNotes } from "./notes.ts";
import { type CountedMetric, type Metric, readSpans } from "./read-counts.ts";

export interface Explanation {
  /** What the point's number consists of; for money, in millionths of a dollar. */
  counted: { metric: CountedMetric; label: string; n: number }[];
  /** What was excluded, by reason (an Exclusion of visit.ts). */
  leftOut: { reason: string; n: number }[];
  /** The first page of the day's notes. */
  notes: ListedNote[];
}

const sources: Record<Mode, { counted: CountedMetric[]; leftOut?: Metric }> = {
  errors: { counted: ["ready", "error"] },
  views: { counted: ["view"], leftOut: "view_excluded" },
  downloads: { counted: ["download"], leftOut: "download_excluded" },
  users: { counted: ["users"] },
  money: { counted: ["money", "ready"] },
};

/** What one point of a chart counted, and what it excluded and why, for the application's owner. */
export async function explainPoint({
  ctx,
  input,
}: Args<{ softId: number; mode: Mode; day: string; timezone?: string }>): Promise<Explanation> {
  const { softId, mode, day, timezone } = input;
  if (!day) throw new DomainError("ERROR_BAD_REQUEST", "day must be a day as YYYY-MM-DD.");
  const { application, range } = await ownedReport(ctx, { softId, from: day, to: day, timezone });
  const read = async <M extends Metric>(metric: M) => {
    const [labels] = await readSpans(ctx, application, metric, range.days);
    return [...(labels ?? [])].map(([label, n]) => ({ metric, label, n })).sort((a, b) => b.n - a.n);
  };
  const { counted, leftOut } = sources[mode];
  const [rows, excluded, notes] = await Promise.all([
    Promise.all(counted.map(read)),
    leftOut ? read(leftOut) : [],
    listNotes({ ctx, input: { softId, from: day, to: day, timezone } }),
  ]);
  return { counted: rows.flat(), leftOut: excluded.map(({ label, n }) => ({ reason: label, n })), notes: notes.items };
}
