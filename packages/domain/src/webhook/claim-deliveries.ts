import { type ErrorCode, errors, isErrorCode } from "@gatepost/contract/errors";
import type { Actor, Context } from "../context.ts";
import { DomainError, isDomainError } from "../errors.ts";
import { requireWorker } from "../permission.ts";
import { getTaskResult } from "../task/get-task-result.ts";
import { isUnavailable } from "../unavailable.ts";

export interface Delivery {
  taskId: number;
  accountId: number;
  url: string;
  /** The body of getTaskResult, and the taskId. */
  body: Record<string, unknown>;
  /** From 1. */
  attempt: number;
  secondsSinceEnd: number;
}

/** Seconds after which a claimed delivery whose worker was lost is tried by another. */
const claimSeconds = 120;

/** Callbacks of one account that a worker has under way at once: a receiver that is silent holds up its own account. */
const mostOfOne = 4;

/**
 * Goes from account to account by the partial index webhook_due, whatever lies there for each, and takes the first
 * entries of those that have less under way than they may; then primary keys, asked for in a way that leaves no other
 * plan, also to one that was made of small tables.
 */
const statement = {
  name: "claim_deliveries",
  text: `
    with recursive owner (id) as (
      select min(account_id) from webhook_delivery where next_at is not null
      union all
      select (select min(account_id) from webhook_delivery where next_at is not null and account_id > owner.id)
        from owner where id is not null
    ), due as materialized (
      select d.task_id
        from owner, lateral (
          select task_id, next_at from webhook_delivery where account_id = owner.id and next_at <= now()
           order by next_at
           limit greatest(0, $3 - (select count(*) from unnest($4::int[]) other where other = owner.id))
             for update skip locked
        ) d
       order by d.next_at limit $1
    ), claimed as (
      update webhook_delivery d
         set attempts = attempts + 1, next_at = now() + $2 * interval '1 second',
             account_id = (select account_id from task where id = d.task_id)
       where task_id = any(array(select task_id from due))
      returning task_id, attempts
    )
    select t.id as "taskId", t.callback_url as url, c.attempts as attempt, t.account_id as "accountId", t.address,
           extract(epoch from now() - t.ended_at)::float8 as "secondsSinceEnd"
      from claimed c, lateral (select * from task where id = c.task_id limit 1) t`,
};

type Row = Omit<Delivery, "body"> & { address: string };

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
  const rows = await ctx.db.sql<Row>(statement, [input.limit, claimSeconds, mostOfOne, input.underWay ?? []]);
  return Promise.all(
    rows.map(async ({ address, ...delivery }) => {
      const { accountId } = delivery;
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
