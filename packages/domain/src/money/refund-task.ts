import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSystem } from "../permission.ts";
import { enterMoney } from "./enter-money.ts";

/**
 * Gives back the captured price of a ready task, once. The house bears it: the commission that the application's owner
 * earned stays earned, and yesterday's chart stays as it was. ERROR_BAD_REQUEST where nothing was captured, or it was
 * refunded before.
 */
export async function refundTask({
  ctx,
  input,
}: {
  ctx: Context;
  input: { taskId: number; note?: string };
}): Promise<{ accountId: number; amount: bigint }> {
  requireSystem(ctx);
  const taskId = BigInt(input.taskId);
  return ctx.db.transaction(async (tx) => {
    // Raw, with kinds as literals: so PostgreSQL sees that the partial indexes on a task's entries answer.
    const [captured] = await tx.$queryRaw<{ accountId: number; amount: bigint }[]>`
      select account_id as "accountId", house as amount from ledger_entry where task_id = ${taskId} and kind = 'capture'`;
    if (!captured) throw new DomainError("ERROR_BAD_REQUEST", `Task ${input.taskId} has no captured price to refund.`);
    const { accountId, amount } = captured;
    // Under the account's lock: of two refunds at once the second one sees the first.
    await tx.$queryRaw`select id from account where id = ${accountId} for no key update`;
    const refunded = await tx.$queryRaw<unknown[]>`
      select id from ledger_entry where task_id = ${taskId} and kind = 'refund'`;
    if (refunded.length > 0) throw new DomainError("ERROR_BAD_REQUEST", `Task ${input.taskId} was refunded before.`);
    await enterMoney(tx, { accountId, kind: "refund", amount, taskId, note: input.note });
    return { accountId, amount };
  });
}
