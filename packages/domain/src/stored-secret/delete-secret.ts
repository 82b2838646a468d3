import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { log } from "../log.ts";
import { requireChange } from "../permission.ts";
import { storedName } from "./stored-name.ts";

/**
 * Deletes a stored secret of the calling account. Tasks that have begun keep it until they end; others fail at the step that
 * types it. ERROR_BAD_REQUEST if there is none of that name; ERROR_ACCESS_DENIED for a key without the right `templates`.
 */
export async function deleteSecret({ ctx, input }: Args<{ name: string }>): Promise<void> {
  const { actor, db } = requireChange(ctx, "templates");
  const { accountId } = actor;
  const { count } = await db.prisma.storedSecret.deleteMany({ where: { accountId, name: storedName(input.name) } });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "Your account has stored no secret of this name.");
  log("secret deleted", { accountId, keyId: actor.kind === "key" ? actor.keyId : null });
}
