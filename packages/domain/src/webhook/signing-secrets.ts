import type { WorkerContext } from "../permission.ts";
import type { Vault } from "../vault.ts";
import { callbackSecretOf, newCallbackSecret } from "./callback-secret.ts";

/**
 * The secrets that sign the callbacks of each of these accounts, the newest first. An account without one gets one, so that
 * no callback is sent unsigned. The list is empty if the secrets cannot be decrypted, for example after damage on disk.
 */
export async function signingSecrets(
  { db, vault }: WorkerContext,
  accountIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (accountIds.length === 0) return new Map();
  const find = () => db.prisma.callbackSecret.findMany({ where: { accountId: { in: [...accountIds] } } });
  let rows = await find();
  const known = new Set(rows.map(({ accountId }) => accountId));
  const without = accountIds.filter((accountId) => !known.has(accountId));
  if (without.length > 0) {
    await db.prisma.callbackSecret.createMany({
      data: without.map((accountId) => ({
        accountId,
        secret: new Uint8Array(vault.seal(newCallbackSecret(), callbackSecretOf(accountId))),
      })),
      // If another worker has created one meanwhile, that one is used.
      skipDuplicates: true,
    });
    rows = await find();
  }
  const now = new Date();
  return new Map(
    rows.map(({ accountId, secret, previous, previousUntil }) => {
      const sealed = previous && previousUntil && previousUntil > now ? [secret, previous] : [secret];
      return [accountId, open(vault, accountId, sealed)];
    }),
  );
}

function open(vault: Vault, accountId: number, sealed: readonly Uint8Array[]): string[] {
  try {
    return sealed.map((one) => vault.open(one, callbackSecretOf(accountId)));
  } catch {
    return [];
  }
}
