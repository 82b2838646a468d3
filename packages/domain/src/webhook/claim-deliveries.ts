import { type ErrorCode, errors, isErrorCode } from "@gatepost/contract/errors";
import type { Actor, Context } from "../context.ts";
import { DomainError, isDomainError } from "../errors.ts";
import { requireWorker } from "../permission.ts";
import { getTaskResult } from "../task/get-task-result.ts";
import { isUnavailable } from "../unavailable.ts";

export interface Delivery {
  taskId: number;
  url: string;
  /** The body of getTaskResult, and the taskId. */
  body: Record<string, unknown>;
  /** From 1. */
  attempt: number;
  secondsSinceEnd: number;
}

/** Seconds after which a claimed delivery whose worker was lost is tried by another. */
const claimSeconds = 120;

/** The first entries of the partial index webhook_due; then primary keys. */
const statement = {
  name: "claim_deliveries",
  text: `
    with due as materialized (
      select task_id from webhook_delivery where next_at <= now()
       order by next_at limit $1 for update skip locked
    ), claimed as (
      update webhook_delivery d set attempts = d.attempts + 1, next_at = now() + $2 * interval '1 second'
        from due where d.task_id = due.task_id
      returning d.task_id, d.attempts
    )
    select c.task_id as "taskId", t.callback_url as url, c.attempts as attempt, t.account_id as "accountId", t.address,
           extract(epoch from now() - t.ended_at)::float8 as "secondsSinceEnd"
      from claimed c join task t on t.id = c.task_id`,
};

type Row = Omit<Delivery, "body"> & { accountId: number; address: string };

/** Takes callbacks that are due; each must be followed by recordDelivery, else another worker tries it again. */
export async function claimDeliveries({ ctx, input }: { ctx: Context; input: { limit: number } }): Promise<Delivery[]> {
  requireWorker(ctx);
  const rows = await ctx.db.sql<Row>(statement, [input.limit, claimSeconds]);
  return Promise.all(
    rows.map(async ({ accountId, address, ...delivery }) => {
      const actor: Actor = { kind: "key", accountId, keyId: 0, readOnly: true, address };
      return {
        ...delivery,
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
