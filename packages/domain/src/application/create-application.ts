import { accountMustExist } from "../account/account-must-exist.ts";
import type { Context } from "../context.ts";
import { requireManager } from "../permission.ts";
import { type ApplicationDetails, readDetails } from "./details.ts";

export interface CreateApplicationInput extends ApplicationDetails {
  accountId: number;
  /** Default: the public page is there at once. */
  published?: boolean;
  demo?: boolean;
}

/** Registers an application of the account; its id is the softId by which tasks name it. */
export async function createApplication({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateApplicationInput;
}): Promise<{ softId: number }> {
  requireManager(ctx, input.accountId);
  const details = readDetails(input);
  await accountMustExist(ctx.db.prisma, input.accountId);

  const { id } = await ctx.db.prisma.application.create({
    data: {
      accountId: input.accountId,
      ...details,
      ...(input.published !== undefined && { published: input.published }),
      demo: input.demo ?? false,
    },
    select: { id: true },
  });
  return { softId: id };
}
