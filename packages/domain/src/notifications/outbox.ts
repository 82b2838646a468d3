import { type Args, type Context, requireSystem, requireWorker } from "../platform/context.ts";
import { type ClaimDeliveriesRow, claimDeliveriesSql } from "./sql/claim-deliveries.sql.ts";
import { recordDeliverySql } from "./sql/record-delivery.sql.ts";

/** A delivery that this process has claimed: what it is about, without its content. */
export type Claimed = ClaimDeliveriesRow;

export type Attempt = Pick<Claimed, "deliveryId" | "kind" | "attempt" | "secondsSinceEvent">;

/** Workers send webhooks; web servers send emails about waits, and reports and alerts. */
type Channel = "webhook" | "wait" | "report";

interface Claim {
  channel: Channel;
  limit: number;
  /** Deliveries of one account at once, so that a silent receiver delays its own account only. */
  maxOfAccount: number;
  /** The account of each delivery that the caller already sends. */
  underWay?: readonly number[];
}

/** Seconds after which a claimed delivery of a lost process is claimed by another. More than sending may take. */
const claimSeconds = 120;

/**
 * Claims deliveries that are due, the longest due first, and few of one account. Several processes never claim one attempt twice.
 * Call recordDelivery for each; otherwise it is claimed again two minutes later.
 */
export function claimFromOutbox(ctx: Context, { channel, limit, maxOfAccount, underWay = [] }: Claim) {
  requireSender(ctx, channel);
  return ctx.db.run(claimDeliveriesSql, { channel, limit, maxOfAccount, underWay, claimSeconds });
}

interface EndpointResponse {
  status: number | null;
  /** Milliseconds. */
  duration: number;
  /** How it began, at most a kibibyte. */
  excerpt: string;
}

interface Outcome {
  delivery: Attempt;
  /** Null: delivered. */
  problem: string | null;
  /** Seconds until the next attempt, before which this one does not count; null: there is none. By default as its kind is retried. */
  retryIn?: number | null;
  response?: EndpointResponse;
}

export async function recordDelivery({ ctx, input }: Args<Outcome>): Promise<void> {
  const { delivery, problem, retryIn, response } = input;
  const { deliveryId, kind, attempt } = delivery;
  requireSender(ctx, kind === "callback" || kind === "event" ? "webhook" : kind);
  await ctx.db.run(recordDeliverySql, {
    deliveryId,
    attempt,
    attempts: typeof retryIn === "number" ? attempt - 1 : attempt,
    problem,
    pauseSeconds: retryIn === undefined ? retryPause(delivery) : retryIn,
    ...(response ?? { status: null, duration: null, excerpt: null }),
  });
}

function requireSender(ctx: Context, channel: Channel): void {
  if (channel === "webhook") requireWorker(ctx);
  else requireSystem(ctx);
}

const [daySeconds, hourSeconds] = [86_400, 3_600];

/** The longest pause between attempts, and for how long after the event there are any. */
const retries: Record<Claimed["kind"], { longestPause: number; until: number }> = {
  callback: { longestPause: hourSeconds, until: daySeconds },
  event: { longestPause: hourSeconds, until: daySeconds },
  // It is dropped once its wait has ended.
  wait: { longestPause: 300, until: Number.POSITIVE_INFINITY },
  report: { longestPause: 6 * hourSeconds, until: 3 * daySeconds },
};

/** Seconds to wait after the n-th failed attempt (from 1): 10, 20, 40, … Null: no more attempts. */
export function retryPause({ kind, attempt, secondsSinceEvent }: Omit<Attempt, "deliveryId">): number | null {
  const { longestPause, until } = retries[kind];
  const pause = Math.min(10 * 2 ** (attempt - 1), longestPause);
  return secondsSinceEvent + pause > until ? null : pause;
}
