import type { Args } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { secretPlace } from "./secret-place.ts";
import { storedName } from "./stored-name.ts";

/** A stored secret as a worker types it. */
export interface ReadSecret {
  value: string;
  /** The hosts on whose pages it may be typed, their subdomains included. */
  domains: readonly string[];
}

/** The stored secrets of a task's account that its template names, by these names; those that are not stored are left out. */
export async function readSecrets({
  ctx,
  input: { accountId, names },
}: Args<{ accountId: number; names: readonly string[] }>): Promise<Map<string, ReadSecret>> {
  const { db, vault } = requireWorker(ctx);
  const rows = await db.prisma.storedSecret.findMany({
    where: { accountId, name: { in: names.map(storedName) } },
    select: { name: true, value: true, domains: true },
  });
  const stored = new Map(rows.map((row) => [row.name, row]));
  return new Map(
    names.flatMap((name): [string, ReadSecret][] => {
      const row = stored.get(storedName(name));
      if (!row) return [];
      return [[name, { value: vault.open(row.value, secretPlace(accountId, row.name)), domains: row.domains }]];
    }),
  );
}
