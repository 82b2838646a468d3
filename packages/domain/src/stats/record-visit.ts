import type { Args, Context } from "../context.ts";
import { countEvents } from "./count-events.ts";
import { exclusion, type VisitKind } from "./visit.ts";

export interface Visit {
  softId: number;
  userAgent: string | null;
  kind: VisitKind;
}

/**
 * Counts a view of the application's public page, or the reason why it is not a person's view. On disk when it
 * resolves.
 */
export async function recordView({ ctx, input }: Args<Visit>): Promise<void> {
  await record(ctx, input, "view");
}

/** Counts a click on the application's download link in the same way. */
export async function recordDownload({ ctx, input }: Args<Visit>): Promise<void> {
  await record(ctx, input, "download");
}

async function record(ctx: Context, { softId, userAgent, kind }: Visit, metric: "view" | "download"): Promise<void> {
  const reason = exclusion(kind, userAgent);
  await ctx.batch(countEvents, { softId, metric: reason ? `${metric}_excluded` : metric, label: reason ?? "" });
}
