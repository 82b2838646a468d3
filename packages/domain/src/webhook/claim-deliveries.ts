import type { AppContext, Context } from "../context.ts";
import { DomainError, isDomainError } from "../errors.ts";
import { requireWorker } from "../permission.ts";
import { readTaskResult, type TaskResult } from "../task/get-task-result.ts";
import { isUnavailable } from "../unavailable.ts";
import { claimDeliveriesSql } from "./claim-deliveries.sql.ts";
import { signingSecrets } from "./signing-secrets.ts";

export interface Delivery {
  taskId: number;
  accountId: number;
  url: string;
  /** The same for every attempt, and unique to this delivery. */
  messageId: string;
  /** The secrets to sign it with, the newest first. Empty if they cannot be decrypted; then it must not be sent. */
  secrets: readonly string[];
  /** As getTaskResult returns it, or the error that it throws. */
  result: TaskResult | DomainError;
  /** From 1. */
  attempt: number;
  secondsSinceEnd: number;
}

/** Seconds after which a claimed delivery of a lost worker is claimed by another. */
const claimSeconds = 120;

/** Callbacks of one account that a worker has under way at once, so that a silent receiver delays its own account only. */
const maxOfAccount = 4;

/**
 * Claims up to `limit` callbacks that are due, the longest due first, and few of one account; `underWay` has the
 * account of each callback that the caller already sends. Call recordDelivery for each; otherwise another worker tries
 * it again.
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
  const secrets = await signingSecrets(requireWorker(ctx), [...new Set(rows.map(({ accountId }) => accountId))]);
  return Promise.all(
    rows.map(async (delivery) => ({
      ...delivery,
      messageId: `msg_${delivery.taskId}_end`,
      secrets: secrets.get(delivery.accountId) ?? [],
      result: await resultOf(ctx, delivery),
    })),
  );
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
