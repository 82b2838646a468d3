import type { Db } from "@gatepost/db/connect";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSystem } from "../permission.ts";
import { changing, secretMark } from "./secret-mark.ts";

/** The database's mark; undefined until somebody has written it. */
export async function readMark({ prisma }: Db): Promise<string | undefined> {
  const installation = await prisma.installation.findUnique({ where: { id: 1 } });
  return installation?.secretMark;
}

/**
 * That the context's secret is the one under which the database's values are encrypted. Ask before anything is read or
 * written: under another secret, tasks would be made that nobody can run. ERROR_BAD_REQUEST with a sentence for the
 * operator where it is not, or while a change of it is not finished.
 */
export async function requireSecret({ ctx }: { ctx: Context }): Promise<void> {
  requireSystem(ctx);
  const mark = secretMark(ctx.vault);
  const { db } = ctx;
  // Read first: a standby, from which an operator's reports may read, takes no writes.
  let known = await readMark(db);
  if (known === undefined) {
    // Of several at once, the first one writes down which secret is the database's.
    await db.prisma.installation.createMany({ data: { id: 1, secretMark: mark }, skipDuplicates: true });
    known = await readMark(db);
  }
  if (known === changing)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      "A change of the secret was interrupted: finish it with gatepost secret rotate.",
    );
  if (known !== mark) throw otherSecret();
}

export function otherSecret(): DomainError {
  return new DomainError(
    "ERROR_BAD_REQUEST",
    "The values in this database are encrypted under another secret than the one given: set GATEPOST_SECRET, or the data folder's file secret, to the one that it was started with.",
  );
}
