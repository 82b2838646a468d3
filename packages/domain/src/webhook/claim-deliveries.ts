import type { AppContext, Context } from "../context.ts";
import { DomainError, isDomainError } from "../errors.ts";
import { requireWorker } from "../permission.ts";
import { readTaskResult, type TaskResult } from "../task/get-task-result.ts";
import { isUnavailable } from "../unavailable.ts";
import { claimDeliveriesSql } from "./claim-deliveries.sql.ts";
import { recordDeliverySql } from "./record-delivery.sql.ts";
import { signingSecrets } from "./signing-secrets.ts";

export interface Delivery {
  deliveryId: number;
  taskId: number;
  accountId: number;
  url: string;
  /** The same for every attempt, and unique to this delivery. */
  messageId: string;
  /** The secrets to sign it with, the newest first. Empty if they cannot be decrypted; then it must not be sent. */
  secrets: readonly string[];
  /** At the time of the attempt, as getTaskResult returns it, or the error that it throws. */
  result: TaskResult | DomainError;
  /** From 1. */
  attempt: number;
  secondsSinceEvent: number;
}

/** Seconds after which a claimed delivery of a lost worker is claimed by another. */
const claimSeconds = 120;

/** Callbacks of one account that a worker has under way at once, so that a silent receiver delays its own account only. */
const maxOfAccount = 4;

/**
 * Claims up to `limit` callbacks that are due, the longest due first, and few of one account; `underWay` has the
 * account of each callback that the caller already sends. A callback about a wait that has ended is dropped. Call
 * recordDelivery for each; otherwise another worker tries it again.
 */
export async function claimDeliveries({
  ctx,
  input,
}: {
  ctx: Context;
  input: { limit: number; underWay?: readonly number[] };
}): Promise<Delivery[]> {
  requireWorker(ctx);
  const { limit, underWay = [] } = input;
  const rows = await ctx.db.run(claimDeliveriesSql, { limit, underWay, claimSeconds, maxOfAccount });
  const due = await Promise.all(rows.map(async (row) => ({ ...row, result: await resultOf(ctx, row) })));
  const [over, open] = [due.filter(isOver), due.filter((delivery) => !isOver(delivery))];
  await Promise.all(over.map((delivery) => endDelivery(ctx, delivery)));
  const secrets = await signingSecrets(requireWorker(ctx), [...new Set(open.map(({ accountId }) => accountId))]);
  return open.map(({ event, wait, ...delivery }) => ({
    ...delivery,
    messageId: `msg_${delivery.taskId}_${event === "end" ? event : `${event}_${delivery.deliveryId}`}`,
    secrets: secrets.get(delivery.accountId) ?? [],
  }));
}

/** Whether the wait that a callback announces has ended, so that nobody can answer it any more. */
function isOver({ event, wait, result }: { event: string; wait: string | null; result: Delivery["result"] }): boolean {
  return event === "waiting" && (isDomainError(result) || result.status !== "processing" || result.version !== wait);
}

function endDelivery(ctx: Context, { deliveryId, attempt }: { deliveryId: number; attempt: number }) {
  const problem = "the wait ended before the callback was delivered";
  return ctx.db.run(recordDeliverySql, { deliveryId, attempt, problem, pauseSeconds: null });
}

/** A result that cannot be decrypted, for example after damage on disk, must not hold up the others. */
async function resultOf(app: AppContext, delivery: { accountId: number; taskId: number }): Promise<Delivery["result"]> {
  try {
    return await readTaskResult(app, delivery);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return isDomainError(error) ? error : new DomainError("ERROR_INTERNAL");
  }
}
