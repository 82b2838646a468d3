import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireChange } from "../permission.ts";

/**
 * Deletes a session of the calling account. Its open tasks go on, one after another, and leave nothing. ERROR_BAD_REQUEST if
 * there is none of that name; ERROR_ACCESS_DENIED for a key without the right `tasks`.
 */
export async function deleteSession({ ctx, input }: Args<{ name: string }>): Promise<void> {
  const { actor, db } = requireChange(ctx, "tasks");
  const { count } = await db.prisma.taskSession.deleteMany({
    where: { accountId: actor.accountId, name: input.name.trim().normalize("NFC") },
  });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "Your account has no session of this name.");
}
