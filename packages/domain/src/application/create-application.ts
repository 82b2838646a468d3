import { lockAccount, requireBelowLimit } from "../account/require-below-limit.ts";
import type { Args } from "../context.ts";
import { requireManager } from "../permission.ts";
import { type ApplicationDetails, readDetails } from "./details.ts";

interface CreateApplicationInput extends ApplicationDetails {
  accountId: number;
  /** Default: the public page is shown at once. */
  published?: boolean;
  demo?: boolean;
}

/**
 * Registers an application of the account; its id is the softId by which tasks name it. ERROR_BAD_REQUEST if the
 * account has reached its limit.
 */
export async function createApplication({ ctx, input }: Args<CreateApplicationInput>): Promise<{ softId: number }> {
  requireManager(ctx, input.accountId);
  const details = readDetails(input);
  const { accountId } = input;
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    requireBelowLimit(ctx, "applications", {
      there: await tx.application.count({ where: { accountId, archivedAt: null } }),
    });
    requireBelowLimit(ctx, "applicationsInAll", { there: await tx.application.count({ where: { accountId } }) });
    const { id } = await tx.application.create({
      data: {
        accountId,
        ...details,
        ...(input.published !== undefined && { published: input.published }),
        demo: input.demo ?? false,
      },
      select: { id: true },
    });
    return { softId: id };
  });
}
