import { isErrorCode } from "@gatepost/contract/errors";
import { type Metric, modeRecords, modes } from "@gatepost/contract/modes";
import { type Args, requireSystem } from "../platform/context.ts";
import { DomainError, InvalidProperty, invalidProperty, readProperties } from "../platform/errors.ts";
import { readClock } from "../platform/health.ts";
import { readName } from "../platform/name.ts";
import { quarter } from "./read-counts.ts";
import { exclusions } from "./visit.ts";

/** These are recorded in the ledger and in tasks too, so they are never corrected. */
const recorded = ["ready", "users", "money"] as const satisfies readonly Metric[];
type CorrectableMetric = Exclude<Metric, (typeof recorded)[number]>;

const all = modes.flatMap((mode): Metric[] => {
  const { metrics, excluded } = modeRecords[mode];
  return excluded ? [...metrics, excluded] : [...metrics];
});
export const correctableMetrics = [...new Set(all)].filter(
  (metric): metric is CorrectableMetric => !(recorded as readonly Metric[]).includes(metric),
);

interface CorrectCountInput {
  softId: number;
  metric: CorrectableMetric;
  label?: string;
  /** A moment in the quarter of an hour to correct. */
  at: Date;
  /** Positive or negative; the count never falls below zero. */
  by: number;
  /** The reason, shown as a note on the chart. */
  reason: string;
}

/** The only way to change a past day: corrects the count, adds a note with the reason, and invalidates cached sums. */
export async function correctCount({ ctx, input }: Args<CorrectCountInput>): Promise<void> {
  requireSystem(ctx);
  const { softId, metric, label = "", at, by } = input;
  const bucket = new Date(Math.floor(at.getTime() / (quarter * 1_000)) * quarter * 1_000);
  const now = await readClock(ctx);
  const { reason } = readProperties({
    by: () => {
      if (!Number.isSafeInteger(by) || by === 0) throw invalidProperty("by", "must be a whole number, not zero.");
    },
    reason: () => readName("reason", input.reason, 500),
    label: () => {
      const problem = labelProblem(metric, label);
      if (problem) throw new InvalidProperty("label", problem);
    },
    at: () => {
      if (bucket > now) throw invalidProperty("at", "must not be in the future.");
    },
  });
  await ctx.db.transaction(async (tx) => {
    // Corrections of one application run one after the other, behind the lock of its row. Everything else only adds to
    // counts.
    const moved = await tx.application.updateMany({ where: { id: softId }, data: { revision: { increment: 1 } } });
    if (moved.count === 0) throw new DomainError("ERROR_BAD_REQUEST", `There is no application ${softId}.`);
    const counted = { applicationId: softId, metric, bucket, label };
    const { _sum } = await tx.count.aggregate({ where: counted, _sum: { n: true } });
    const total = _sum.n ?? 0n;
    if (total + BigInt(by) < 0n)
      throw new DomainError(
        "ERROR_BAD_REQUEST",
        `Only ${total} were counted in this quarter of an hour, less than ${-by}.`,
      );
    // A row may fall below zero: each process counts in one of its own, and reports add them up. Not by countEvents, which adds to the
    // current quarter of an hour alone.
    const key = { ...counted, shard: 0 };
    await tx.count.upsert({
      where: { applicationId_metric_bucket_label_shard: key },
      create: { ...key, n: by },
      update: { n: { increment: by } },
    });
    await tx.note.create({
      data: {
        applicationId: softId,
        day: new Date(bucket.toISOString().slice(0, 10)),
        bucket,
        kind: "correction",
        text: `${reason} (${changeText(metric, label, by)})`,
      },
    });
  });
}

const isExcluded = (metric: Metric) => modes.some((mode) => modeRecords[mode].excluded === metric);

/** Such as "excluded views". */
function nounOf(metric: CorrectableMetric): string {
  const mode = modes.find((one) => [modeRecords[one].metrics[0], modeRecords[one].excluded].includes(metric));
  const noun = mode ? modeRecords[mode].itemname.toLowerCase() : "errors";
  return isExcluded(metric) ? `excluded ${noun}` : noun;
}

/** Such as `1,200 fewer excluded views: crawler`. */
function changeText(metric: CorrectableMetric, label: string, by: number): string {
  const [amount, noun] = [Math.abs(by), nounOf(metric)];
  const counted = amount === 1 ? noun.slice(0, -1) : noun;
  return `${amount.toLocaleString("en-US")} ${by > 0 ? "more" : "fewer"} ${counted}${label && `: ${label}`}`;
}

/** A label that no report knows would be counted where nobody sees it. */
function labelProblem(metric: CorrectableMetric, label: string): string | undefined {
  if (metric === "error")
    return isErrorCode(label) ? undefined : "label must be the code of the error, such as ERROR_STEP_FAILED.";
  if (!isExcluded(metric)) return label ? `${metric} has no label.` : undefined;
  return (exclusions as readonly string[]).includes(label)
    ? undefined
    : `label must be why it was left out: ${exclusions.join(", ")}.`;
}
