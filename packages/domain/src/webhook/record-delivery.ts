import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import type { Delivery } from "./claim-deliveries.ts";
import { recordDeliverySql } from "./record-delivery.sql.ts";
import { retryPause } from "./retry.ts";

/** Records the outcome of an attempt. `problem: null`: delivered; otherwise it is retried later, for a day. */
export async function recordDelivery({
  ctx,
  input: { delivery, problem },
}: {
  ctx: Context;
  input: { delivery: Pick<Delivery, "deliveryId" | "attempt" | "secondsSinceEvent">; problem: string | null };
}): Promise<void> {
  requireWorker(ctx);
  const { deliveryId, attempt, secondsSinceEvent } = delivery;
  const pauseSeconds = retryPause(attempt, secondsSinceEvent) ?? null;
  await ctx.db.run(recordDeliverySql, { deliveryId, attempt, problem, pauseSeconds });
}
