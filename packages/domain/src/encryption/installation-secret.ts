import type { Db } from "@gatepost/db/connect";
import { type Context, requireSystem } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import type { Vault } from "../platform/vault.ts";

/** The database's mark; undefined if none has been written. */
export async function readMark({ prisma }: Db): Promise<string | undefined> {
  const installation = await prisma.installation.findUnique({ where: { id: 1 } });
  return installation?.secretMark;
}

/**
 * Checks that the context's secret is the one with which the database's values are encrypted. Call this before anything
 * is read or written: with another secret, tasks would be created that no worker can run. Throws ERROR_BAD_REQUEST with
 * a sentence for the operator if it is not, or while a change of the secret is unfinished.
 */
export async function requireSecret({ ctx }: { ctx: Context }): Promise<void> {
  requireSystem(ctx);
  const mark = secretMark(ctx.vault);
  const { db } = ctx;
  // Read first, because a standby, from which an operator's reports may read, accepts no writes.
  let known = await readMark(db);
  if (known === undefined) {
    // Of several processes at once, the first one records the database's secret.
    await db.prisma.installation.createMany({ data: { id: 1, secretMark: mark }, skipDuplicates: true });
    known = await readMark(db);
  }
  if (known === changing)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      "A change of the secret was interrupted: finish it with npx gatepost secret rotate.",
    );
  if (known !== mark) throw otherSecret();
}

export function otherSecret(): DomainError {
  return new DomainError(
    "ERROR_BAD_REQUEST",
    "The values in this database are encrypted under another secret than the one given: set GATEPOST_SECRET, or the data folder's file secret, to the one that it was started with.",
  );
}

/** By which installations recognise whether they have the same secret. It does not reveal the secret. */
export function secretMark(vault: Vault): string {
  return vault.fingerprint("the same secret", [0, 0, "secret mark"]).toString("base64url");
}

/** The database's mark while the secret is being changed, and values are encrypted with either. */
export const changing = "changing";
