import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSession } from "../permission.ts";

/**
 * Revokes a share link or an embedded chart: its next call is refused. ERROR_ACCESS_DENIED if it is not the user's, or
 * was revoked before.
 */
export async function revokeShareLink({ ctx, input }: Args<{ shareId: number }>): Promise<void> {
  const { actor, db } = requireSession(ctx);
  const { count } = await db.prisma.shareLink.updateMany({
    where: { id: input.shareId, revokedAt: null, application: { accountId: actor.accountId } },
    data: { revokedAt: new Date() },
  });
  if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
}
