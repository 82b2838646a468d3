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
  return ctx.db.prisma.$transaction(async (tx) => {
    const captured = await tx.ledgerEntry.findFirst({ where: { taskId, kind: "capture" } });
    if (!captured) throw new DomainError("ERROR_BAD_REQUEST", `Task ${input.taskId} has no captured price to refund.`);
    const { accountId, house: amount } = captured;
    await enterMoney(tx, { accountId, kind: "refund", amount, taskId, note: input.note });
    // Counted under the account's lock, which the entry took: of two refunds at once the second one sees the first.
    const refunds = await tx.ledgerEntry.count({ where: { taskId, kind: "refund" } });
    if (refunds > 1) throw new DomainError("ERROR_BAD_REQUEST", `Task ${input.taskId} was refunded before.`);
    return { accountId, amount };
  });
}
