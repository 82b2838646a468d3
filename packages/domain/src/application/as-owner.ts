import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { type KeyContext, requireSystem } from "../permission.ts";

const largestId = 2 ** 31 - 1;

/**
 * The operator as the application's owner, who may read and change nothing: reports are the owner's, and the operator
 * reads the very same ones. ERROR_BAD_REQUEST for an application that is not there.
 */
export async function asOwner({ ctx, input }: { ctx: Context; input: { softId: number } }): Promise<KeyContext> {
  requireSystem(ctx);
  const owned =
    input.softId <= largestId &&
    (await ctx.db.prisma.application.findUnique({ where: { id: input.softId }, select: { accountId: true } }));
  if (!owned) throw new DomainError("ERROR_BAD_REQUEST", `There is no application ${input.softId}.`);
  return { ...ctx, actor: { kind: "key", accountId: owned.accountId, keyId: 0, readOnly: true, address: "127.0.0.1" } };
}
