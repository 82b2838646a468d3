import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSystem } from "../permission.ts";
import { changing, secretMark } from "./secret-mark.ts";

export const readMark = { name: "read_secret_mark", text: "select secret_mark as mark from installation where id = 1" };

/** The first who comes writes down which secret is the database's. */
const statement = {
  name: "require_secret",
  text: `
    with made as (
      insert into installation (id, secret_mark) values (1, $1) on conflict (id) do nothing returning secret_mark
    )
    select secret_mark as mark from made union all select secret_mark from installation where id = 1`,
};

/**
 * That the context's secret is the one under which the database's values are encrypted. Ask before anything is read or
 * written: under another secret, tasks would be made that nobody can run. ERROR_BAD_REQUEST with a sentence for the
 * operator where it is not, or while a change of it is not finished.
 */
export async function requireSecret({ ctx }: { ctx: Context }): Promise<void> {
  requireSystem(ctx);
  const mark = secretMark(ctx.vault);
  // On a standby, which an operator's reports may read, nothing can be written.
  let rows = await ctx.db.sql<{ mark: string }>(readMark);
  // Nobody's row and not ours: somebody wrote it a moment ago.
  while (rows.length === 0) rows = await ctx.db.sql<{ mark: string }>(statement, [mark]);
  if (rows[0]?.mark === changing)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      "A change of the secret was interrupted: finish it with gatepost secret rotate.",
    );
  if (rows[0]?.mark !== mark) throw otherSecret();
}

export function otherSecret(): DomainError {
  return new DomainError(
    "ERROR_BAD_REQUEST",
    "The values in this database are encrypted under another secret than the one given: set GATEPOST_SECRET, or the data folder's file secret, to the one that it was started with.",
  );
}
