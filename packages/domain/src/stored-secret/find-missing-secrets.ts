import type { Context } from "../context.ts";
import { storedName } from "./stored-name.ts";

/** Which of the names, as a template writes them, the account has stored no secret for. */
export async function findMissingSecrets(
  { db }: Pick<Context, "db">,
  accountId: number,
  names: readonly string[],
): Promise<string[]> {
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
