import { type ErrorCode, errors, isErrorCode } from "@gatepost/contract/errors";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { DomainError, isDomainError } from "../errors.ts";
import { requireWorker } from "../permission.ts";
import { getTaskResult } from "../task/get-task-result.ts";
import { isUnavailable } from "../unavailable.ts";
import { claimDeliveriesSql } from "./claim-deliveries.sql.ts";
import { signingSecrets } from "./signing-secrets.ts";

export interface Delivery {
  taskId: number;
  accountId: number;
  url: string;
  /** The same for every attempt, and unique to this delivery. */
  messageId: string;
  /** What it is signed with, the newest first. Empty if they cannot be decrypted; then it must not be sent. */
  secrets: readonly string[];
  /** The body of getTaskResult, and the taskId. */
  body: Record<string, unknown>;
  /** From 1. */
  attempt: number;
  secondsSinceEnd: number;
}

/** Seconds after which a claimed delivery whose worker was lost is tried by another. */
const claimSeconds = 120;

/** Callbacks of one account that a worker has under way at once: a receiver that is silent holds up its own account. */
const maxOfAccount = 4;

/**
 * Takes up to `limit` callbacks that are due, the longest due first, and few of one account; `underWay` names the account
 * of each that the caller has taken already. Each must be followed by recordDelivery, else another worker tries it again.
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
    rows.map(async ({ address, ...delivery }) => {
      const { accountId } = delivery;
      const actor: Actor = { kind: "key", accountId, keyId: 0, readOnly: true, address };
      return {
        ...delivery,
        messageId: `msg_${delivery.taskId}_end`,
        secrets: secrets.get(accountId) ?? [],
        body: { ...(await resultBody({ ...ctx, actor }, delivery.taskId)), taskId: delivery.taskId },
      };
    }),
  );
}

async function resultBody(ctx: Context, taskId: number): Promise<Record<string, unknown>> {
  try {
    return { errorId: 0, ...(await getTaskResult({ ctx, input: { taskId } })) };
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // A result that cannot be read, such as after damage on disk, must not keep others from theirs.
    const known = isDomainError(error) && isErrorCode(error.code) ? error : new DomainError("ERROR_INTERNAL");
    const errorCode = known.code as ErrorCode;
    return { errorId: errors[errorCode].id, errorCode, errorDescription: known.message };
  }
}
