import { normalEmail } from "@gatepost/contract/email";
import {
  type AppContext,
  type Args,
  type Context,
  requireManager,
  requireSession,
  requireSystem,
} from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { isFinal } from "../tasks/states.ts";

/** The signed-in user, with the account's balance in millionths of a dollar, and the number of tasks that wait for a value right now. */
export async function getPerson({ ctx }: { ctx: Context }) {
  const { accountId, userId } = requireSession(ctx);
  const [person, waiting] = await Promise.all([
    ctx.db.prisma.user.findFirst({
      where: { id: userId, accountId },
      select: { email: true, account: { select: { available: true, held: true, bid: true, suspendedAt: true } } },
    }),
    // By the partial index of tasks that a worker holds, because an account may have millions of ended tasks.
    ctx.db.prisma.task.count({ where: { accountId, state: "waiting", workerId: { not: null }, recording: false } }),
  ]);
  if (!person) throw new DomainError("ERROR_ACCESS_DENIED");
  const { available, held, bid, suspendedAt } = person.account;
  return {
    email: person.email,
    accountId,
    suspended: suspendedAt !== null,
    waiting,
    available: Number(available),
    held: Number(held),
    bid: Number(bid),
  };
}

/**
 * Sets a user's password, signs the user out everywhere, and invalidates links to choose another one. ERROR_BAD_REQUEST
 * for an unknown address.
 */
export async function setPassword({ ctx, input }: Args<{ email: string; passwordHash: string }>): Promise<void> {
  requireSystem(ctx);
  const email = normalEmail(input.email);
  const { prisma } = ctx.db;
  const user = await prisma.user.findUnique({ where: { email }, select: { id: true } });
  if (!user) throw new DomainError("ERROR_BAD_REQUEST", `Nobody signs in with ${email}.`);
  await prisma.credential.updateMany({
    where: { userId: user.id, providerId: "credential" },
    data: { password: input.passwordHash },
  });
  await endOldPassword(ctx, user.id);
}

/**
 * Ends what the previous password gave, once the new one is committed: the user's sessions, but for that of the `kept` token, and the
 * links by which another one could be chosen. Not earlier, because somebody may be signing in with the previous one.
 */
export async function endOldPassword({ db }: AppContext, userId: string, kept = ""): Promise<void> {
  await db.prisma.session.deleteMany({ where: { userId, token: { not: kept } } });
  // better-auth's rows contain the user's id.
  await db.prisma.verification.deleteMany({ where: { value: userId } });
}

/** The hash of the password with which somebody signs in; undefined if nobody does. */
export async function readPasswordHash({ db }: AppContext, user: { id: string } | { email: string }) {
  const where = { providerId: "credential", user };
  return (await db.prisma.credential.findFirst({ where, select: { password: true } }))?.password;
}

/** Ends a session that began with a password that has been replaced since. */
export async function endSession({ db }: AppContext, token: string): Promise<void> {
  await db.prisma.session.deleteMany({ where: { token } });
}

/**
 * The user's devices that are signed in to the portal, the latest sign-ins first; at most 50. Their user agent and address are those
 * of the sign-in, and empty if unknown.
 */
export async function listDevices({ ctx }: { ctx: Context }) {
  const { userId } = requireSession(ctx);
  const sessions = await ctx.db.prisma.session.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
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
  const { userId } = requireSession(ctx);
  const { count } = await ctx.db.prisma.session.deleteMany({ where: { id: deviceId, userId } });
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

/** How far an account has come on the way from its first key to its application's first number. */
export type FirstSteps = Awaited<ReturnType<typeof getFirstSteps>>;

/** What an account has of its first steps. Each question is answered by the first row of an index. */
export async function getFirstSteps({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  const { prisma } = ctx.db;
  const [key, task, applications] = await Promise.all([
    prisma.apiKey.findFirst({ where: { accountId }, select: { id: true } }),
    prisma.task.findFirst({
      where: { accountId, recording: false },
      orderBy: { id: "desc" },
      select: { id: true, state: true },
    }),
    prisma.application.findMany({
      where: { accountId, demo: false },
      orderBy: { id: "desc" },
      select: { id: true, archivedAt: true },
    }),
  ]);
  const [paid, count] = await Promise.all([
    prisma.ledgerEntry.findFirst({ where: { accountId, kind: "capture" }, select: { id: true } }),
    prisma.count.findFirst({
      where: { applicationId: { in: applications.map(({ id }) => id) }, NOT: { metric: { endsWith: "_excluded" } } },
      select: { n: true },
    }),
  ]);
  return {
    hasKey: key !== null,
    // The latest one, unless it has ended.
    task: task && !isFinal(task.state) ? { taskId: Number(task.id) } : null,
    hasResult: paid !== null,
    // The latest one, apart from the demo.
    softId: applications.find(({ archivedAt }) => archivedAt === null)?.id ?? null,
    // For any of them, or the steps would come back with the next one. Charts show what is counted: no visit of a bot.
    isCounted: Boolean(count),
  };
}
