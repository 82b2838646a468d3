import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import type { Delivery } from "./claim-deliveries.ts";
import { recordDeliverySql } from "./record-delivery.sql.ts";
import { retryPause } from "./retry.ts";

/** What an endpoint answered. */
interface EndpointResponse {
  status: number | null;
  /** Milliseconds. */
  duration: number;
  /** How it began, at most a kibibyte. */
  excerpt: string;
}

/** Records the outcome of an attempt. `problem: null`: delivered; otherwise it is retried later, for a day. */
export async function recordDelivery({
  ctx,
  input: { delivery, problem, response },
}: {
  ctx: Context;
  input: {
    delivery: Pick<Delivery, "deliveryId" | "attempt" | "secondsSinceEvent">;
    problem: string | null;
    response?: EndpointResponse;
  };
}): Promise<void> {
  requireWorker(ctx);
  const { deliveryId, attempt, secondsSinceEvent } = delivery;
  const pauseSeconds = retryPause(attempt, secondsSinceEvent) ?? null;
  await ctx.db.run(recordDeliverySql, {
    ...{ deliveryId, attempt, problem, pauseSeconds },
    ...{ status: response?.status ?? null, duration: response?.duration ?? null, excerpt: response?.excerpt ?? null },
  });
}
