import { type Args, type Context, requireSession, requireSystem } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";

/**
 * The user's devices that are signed in to the portal, the latest sign-ins first; at most 50. Their user agent and address are those
 * of the sign-in, and empty if unknown.
 */
export async function listDevices({ ctx }: { ctx: Context }) {
  const { actor, db } = requireSession(ctx);
  const sessions = await db.prisma.session.findMany({
    where: { userId: actor.userId, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: 50,
    select: { id: true, userAgent: true, ipAddress: true, createdAt: true },
  });
  return sessions.map(({ id, userAgent, ipAddress, createdAt }) => ({
    deviceId: id,
    userAgent: userAgent ?? "",
    address: ipAddress ?? "",
    signedInAt: createdAt,
  }));
}

/** Signs a device of the user out. ERROR_BAD_REQUEST if the user has no such device, or it was signed out meanwhile. */
export async function signOutDevice({ ctx, input: { deviceId } }: Args<{ deviceId: string }>): Promise<void> {
  const { actor, db } = requireSession(ctx);
  const { count } = await db.prisma.session.deleteMany({ where: { id: deviceId, userId: actor.userId } });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "This device is not signed in any more.");
}

/** Those of the sessions that exist and have not expired, by id, each with the same mark always. */
export async function readSessionMarks({ ctx, input: { sessionIds } }: Args<{ sessionIds: readonly string[] }>) {
  requireSystem(ctx);
  const rows = await ctx.db.prisma.session.findMany({
    where: { id: { in: [...sessionIds] }, expiresAt: { gt: new Date() } },
    select: { id: true },
  });
  return new Map(rows.map(({ id }) => [id, signedInMark]));
}

/** The mark of every session that exists. */
export const signedInMark = "signed in";
