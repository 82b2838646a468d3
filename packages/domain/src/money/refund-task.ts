import { lockAccountSql } from "../account/lock-account.sql.ts";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readOptionalName } from "../name.ts";
import { requireSystem } from "../permission.ts";
import { enterMoney } from "./enter-money.ts";
import { findCapturedPriceSql } from "./find-captured-price.sql.ts";

/**
 * Refunds the captured price of a ready task, once. The platform pays it: the application's owner keeps the commission,
 * and charts stay as they were. ERROR_BAD_REQUEST if nothing was captured, or it was refunded before.
 */
export async function refundTask({
  ctx,
  input,
}: Args<{ taskId: number; note?: string }>): Promise<{ accountId: number; amount: bigint }> {
  requireSystem(ctx);
  const { taskId } = input;
  const note = readOptionalName("note", input.note, 500);
  return ctx.db.transaction(async (tx) => {
    const [captured] = await tx.run(findCapturedPriceSql, { taskId });
    if (!captured) throw new DomainError("ERROR_BAD_REQUEST", `Task ${taskId} has no captured price to refund.`);
    const { accountId, amount } = captured;
    // Under the account's lock, so that of two refunds at once the second one sees the first.
    await tx.run(lockAccountSql, { accountId });
    const [current] = await tx.run(findCapturedPriceSql, { taskId });
    if (current?.isRefunded) throw new DomainError("ERROR_BAD_REQUEST", `Task ${taskId} was refunded before.`);
    await enterMoney(tx, { accountId, kind: "refund", amount, taskId: BigInt(taskId), note });
    return { accountId, amount };
  });
}
