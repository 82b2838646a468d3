import { type Args, type Context, requireWorker } from "../platform/context.ts";
import { secretPlace, storedName } from "./stored-secrets.ts";

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

/** Which of the names, as a template writes them, the account has stored no secret for. */
export async function findMissingSecrets({ db }: Pick<Context, "db">, accountId: number, names: readonly string[]) {
  if (names.length === 0) return [];
  const found = await db.prisma.storedSecret.findMany({
    where: { accountId, name: { in: names.map(storedName) } },
    select: { name: true },
  });
  const stored = new Set(found.map(({ name }) => name));
  return names.filter((name) => !stored.has(storedName(name)));
}

/** How to store a secret, as the end of a sentence. */
export function howToStore(name: string): string {
  return `store it in the portal under Secrets, with saveSecret, or with gatepost secret set ${JSON.stringify(name)}`;
}
