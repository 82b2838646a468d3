import type { Context } from "../platform/context.ts";
import { requireWorker } from "../platform/permission.ts";
import type { Delivery } from "./claim-deliveries.ts";
import { recordDeliverySql } from "./sql/record-delivery.sql.ts";

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
    deliveryId,
    attempt,
    problem,
    pauseSeconds,
    status: response?.status ?? null,
    duration: response?.duration ?? null,
    excerpt: response?.excerpt ?? null,
  });
}

const daySeconds = 86_400;
const hourSeconds = 3_600;

/**
 * Seconds to wait after the n-th failed attempt (from 1): 10, 20, 40, … and at most an hour. Undefined once a day has
 * passed since the event: no more attempts.
 */
export function retryPause(attempt: number, secondsSinceEvent: number): number | undefined {
  const pause = Math.min(10 * 2 ** (attempt - 1), hourSeconds);
  return secondsSinceEvent + pause > daySeconds ? undefined : pause;
}
