import { limits } from "@gatepost/contract/limits";
import { lockAccount, requireBelowLimit } from "../account/require-below-limit.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readName } from "../name.ts";
import { requireChange, requireVerifiableChange } from "../permission.ts";

/**
 * The id of the account's session of that name, which begins empty if there is none yet. ERROR_BAD_REQUEST for a name that cannot
 * be stored and at the limit of sessions.
 */
export async function openSession(ctx: Context, given: string): Promise<number> {
  const { accountId } = requireVerifiableChange(ctx, "tasks").actor;
  const name = readName("session", given, limits.sessionNameLength);
  const id = await findSession(ctx.db.prisma, accountId, name);
  if (id !== undefined) return id;
  // A write must not rest on a key from the cache, which may have been revoked; the endpoint verifies it and calls again.
  if (ctx.actor.kind === "cached key") throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
  requireChange(ctx, "tasks");
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    // Of two first tasks at once, the later one finds the earlier one's.
    const there = await findSession(tx, accountId, name);
    if (there !== undefined) return there;
    requireBelowLimit(ctx, "sessions", { there: await tx.taskSession.count({ where: { accountId } }) });
    const created = await tx.taskSession.create({ data: { accountId, name }, select: { id: true } });
    return created.id;
  });
}

async function findSession(
  tx: Pick<Context["db"]["prisma"], "taskSession">,
  accountId: number,
  name: string,
): Promise<number | undefined> {
  const found = await tx.taskSession.findUnique({
    where: { accountId_name: { accountId, name } },
    select: { id: true },
  });
  return found?.id;
}
