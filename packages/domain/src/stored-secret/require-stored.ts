import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { findMissingSecrets, howToStore } from "./find-missing-secrets.ts";

/** ERROR_BAD_REQUEST, with what to do, if the account has not stored every secret that a task's template types. */
export async function requireStored(
  ctx: Pick<Context, "db">,
  accountId: number,
  names: readonly string[],
): Promise<void> {
  const [missing, ...others] = await findMissingSecrets(ctx, accountId, names);
  if (missing === undefined) return;
  const more = others.length > 0 ? ` Also missing: ${others.map((name) => JSON.stringify(name)).join(", ")}.` : "";
  throw new DomainError(
    "ERROR_BAD_REQUEST",
    `The template types the secret ${JSON.stringify(missing)}, which is not stored in this account: ${howToStore(missing)}.${more}`,
  );
}
