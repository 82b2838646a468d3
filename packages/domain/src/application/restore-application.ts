import { lockAccount, requireBelowLimit } from "../account/require-below-limit.ts";
import type { Args } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSession } from "../permission.ts";

/**
 * Restores an archived application of the account that is signed in: it is listed and can be changed again, and its share
 * links work. Its public page stays hidden until it is published. ERROR_ACCESS_DENIED if the account has no such archived
 * application, ERROR_BAD_REQUEST if it has reached its limit of applications.
 */
export async function restoreApplication({ ctx, input }: Args<{ softId: number }>): Promise<void> {
  const { accountId } = requireSession(ctx).actor;
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const where = { id: input.softId, accountId, archivedAt: { not: null } };
    const { count } = await tx.application.updateMany({ where, data: { archivedAt: null, published: false } });
    if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
    const there = await tx.application.count({ where: { accountId, archivedAt: null } });
    requireBelowLimit(ctx, "applications", { there: there - 1 });
  });
}
