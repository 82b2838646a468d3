import { lockAccount, requireBelowLimit } from "../accounts/account-limits.ts";
import { type Args, ofManaged, requireSession } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { type ApplicationDetails, readDetails } from "./create-application.ts";

/** Replaces an application's details. ERROR_ACCESS_DENIED if it does not exist or belongs to another account. */
export async function updateApplication({ ctx, input }: Args<ApplicationDetails & { softId: number }>): Promise<void> {
  const { count } = await ctx.db.prisma.application.updateMany({
    where: { id: input.softId, archivedAt: null, ...ofManaged(ctx) },
    data: readDetails(input),
  });
  if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
}

/**
 * Archives an application: it is no longer listed and has no public page. Its counts and earnings stay, and tasks that
 * name it are still attributed to it. ERROR_ACCESS_DENIED if it does not exist or belongs to another account.
 */
export async function archiveApplication({ ctx, input }: Args<{ softId: number }>): Promise<void> {
  const { count } = await ctx.db.prisma.application.updateMany({
    where: { id: input.softId, archivedAt: null, ...ofManaged(ctx) },
    data: { archivedAt: new Date(), published: false },
  });
  if (count === 0) throw new DomainError("ERROR_ACCESS_DENIED");
}

/**
 * Shows or hides an application's public page and its download link. Counts stay, and tasks are still attributed to it.
 * ERROR_BAD_REQUEST if it does not exist.
 */
export async function publishApplication({ ctx, input }: Args<{ softId: number; published: boolean }>): Promise<void> {
  const { softId, published } = input;
  const { count } = await ctx.db.prisma.application.updateMany({
    where: { id: softId, archivedAt: null, ...ofManaged(ctx) },
    data: { published },
  });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", `There is no application ${softId}.`);
}

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
