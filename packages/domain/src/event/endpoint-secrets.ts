import type { WorkerContext } from "../permission.ts";
import { endpointSecretOf } from "./endpoint-secret.ts";

/**
 * The secrets that sign the deliveries to each of these endpoints, the newest first. The list is empty if they cannot be
 * decrypted, for example after damage on disk.
 */
export async function endpointSecrets(
  { db, vault }: WorkerContext,
  endpointIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db.prisma.eventEndpoint.findMany({ where: { id: { in: [...endpointIds] } } });
  const now = new Date();
  return new Map(
    rows.map(({ id, accountId, secret, previous, previousUntil }) => {
      const sealed = previous && previousUntil && previousUntil > now ? [secret, previous] : [secret];
      try {
        return [id, sealed.map((one) => vault.open(one, endpointSecretOf(accountId)))];
      } catch {
        return [id, []];
      }
    }),
  );
}
