import { keyRightNames } from "@gatepost/contract/rights";
import type { Args } from "../context.ts";
import { insertKey } from "../key/create-key.ts";
import { requireSystem } from "../permission.ts";
import { type CreateAccountInput, insertAccount } from "./create-account.ts";

/** Creates an account that can be used at once: with its balance and its first key, which has all rights; all or nothing. */
export async function openAccount({
  ctx,
  input,
}: Args<CreateAccountInput & { keyName: string }>): Promise<{ accountId: number; keyId: number; clientKey: string }> {
  requireSystem(ctx);
  return ctx.db.transaction(async (tx) => {
    const { accountId } = await insertAccount(tx, input);
    return { accountId, ...(await insertKey(ctx, tx, { accountId, name: input.keyName, rights: keyRightNames })) };
  });
}
