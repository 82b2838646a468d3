import type { Tx } from "@gatepost/db/connect";
import { requireBelowLimit } from "../account/require-below-limit.ts";
import type { Context } from "../context.ts";
import { countUsableKeysSql } from "./count-usable-keys.sql.ts";
import { deleteEndedKeysSql } from "./delete-ended-keys.sql.ts";

/**
 * Throws if the account may not have another working key. Of the ended keys, the latest are kept. The account must be
 * locked.
 */
export async function requireKeyLimit(ctx: Context, tx: Pick<Tx, "run">, accountId: number): Promise<void> {
  const [usable] = await tx.run(countUsableKeysSql, { accountId });
  requireBelowLimit(ctx, "keys", { there: usable?.n ?? 0 });
  await tx.run(deleteEndedKeysSql, { accountId, kept: ctx.settings.accountLimits.endedKeys });
}
