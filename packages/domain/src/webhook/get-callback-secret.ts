import type { Args } from "../context.ts";
import { requireManager } from "../permission.ts";

interface KnownCallbackSecret {
  createdAt: Date;
  /** Callbacks are signed with the previous secret as well until then; null if they are not. */
  previousUntil: Date | null;
}

/** Describes the secret that the account was shown; null if it was never shown one. */
export async function getCallbackSecret({
  ctx,
  input: { accountId },
}: Args<{ accountId: number }>): Promise<KnownCallbackSecret | null> {
  requireManager(ctx, accountId);
  const found = await ctx.db.prisma.callbackSecret.findUnique({
    where: { accountId, shownAt: { not: null } },
    select: { createdAt: true, previousUntil: true },
  });
  if (!found) return null;
  const { createdAt, previousUntil } = found;
  return { createdAt, previousUntil: previousUntil && previousUntil > new Date() ? previousUntil : null };
}
