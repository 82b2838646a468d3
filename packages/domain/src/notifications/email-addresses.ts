import { hash } from "node:crypto";
import { changeAccount, requireBelowLimit } from "../accounts/account-limits.ts";
import { readEmail } from "../accounts/accounts.ts";
import {
  type AppContext,
  type Args,
  type Context,
  ofManaged,
  requireManager,
  requireSession,
} from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { takeAttempt } from "../platform/rates.ts";
import { hashToken, isTokenShaped, newToken } from "../platform/vault.ts";

/** Seconds for which the link in the email works. */
const linkSeconds = 3 * 86_400;

/** Limits of emails that ask for a confirmation: to one address per day, and of one account per hour. */
const [perAddress, perAccount] = [3, 20];

/** An email that asks the owner of an address to confirm it, and says who added it. Its token is stored nowhere else. */
export type ConfirmationRequest = NonNullable<Awaited<ReturnType<typeof addEmailAddress>>>;

/**
 * Adds an address of a person of the account, or asks again for its confirmation. Nothing else is sent to it until that person
 * confirms it. Null: it is confirmed already. ERROR_TOO_MANY_REQUESTS if it has been asked too often, ERROR_BAD_REQUEST for
 * what is no address, or if the account has as many as it may have.
 */
export async function addEmailAddress({ ctx, input }: Args<{ email: string }>) {
  const { accountId, userId } = requireSession(ctx);
  const email = readEmail(input.email);
  const key = { accountId_email: { accountId, email } };
  if ((await ctx.db.prisma.emailAddress.findUnique({ where: key }))?.confirmedAt) return null;
  await limitRequests(ctx, accountId, email);
  const person = await ctx.db.prisma.user.findUnique({ where: { id: userId }, select: { email: true } });
  const token = newToken();
  const link = { tokenHash: hashToken(token), tokenExpiresAt: new Date(Date.now() + linkSeconds * 1_000) };
  await changeAccount(ctx, accountId, async (tx) => {
    if ((await tx.emailAddress.count({ where: { accountId, email } })) === 0)
      requireBelowLimit(ctx, "emailAddresses", await tx.emailAddress.count({ where: { accountId } }));
    await tx.emailAddress.upsert({ where: key, create: { accountId, email, ...link }, update: link });
  });
  return { email, token, askedBy: person?.email ?? "" };
}

async function limitRequests(ctx: Context, accountId: number, email: string): Promise<void> {
  const address = hash("sha256", email, "base64url");
  const allowed =
    (await takeAttempt(ctx, { key: `confirmations of ${accountId}`, max: perAccount, windowSeconds: 3_600 })) &&
    (await takeAttempt(ctx, { key: `confirmation of ${address}`, max: perAddress, windowSeconds: 86_400 }));
  if (!allowed)
    throw new DomainError(
      "ERROR_TOO_MANY_REQUESTS",
      "This address has been asked to confirm as often as it may be. Try again tomorrow.",
    );
}

/**
 * What the holder of a confirmation link is asked to confirm, with the account's own address, which tells its accounts apart. Null if
 * the link is unknown, used or expired: these cannot be told apart. Reads only.
 */
export async function findUnconfirmedAddress(app: AppContext, token: unknown) {
  if (!isTokenShaped(token)) return null;
  const found = await app.db.prisma.emailAddress.findFirst({
    where: working(token),
    select: { email: true, account: { select: { email: true } } },
  });
  return found && { email: found.email, account: found.account.email };
}

/** Confirms the address of a link, once. Returns whether the link worked. */
export async function confirmEmailAddress(app: AppContext, token: unknown): Promise<boolean> {
  if (!isTokenShaped(token)) return false;
  const { count } = await app.db.prisma.emailAddress.updateMany({
    where: working(token),
    data: { confirmedAt: new Date(), unsubscribedAt: null, tokenHash: null, tokenExpiresAt: null },
  });
  return count > 0;
}

function working(token: string) {
  return { tokenHash: hashToken(token), tokenExpiresAt: { gt: new Date() }, account: { suspendedAt: null } };
}

export type EmailAddress = Awaited<ReturnType<typeof listEmailAddresses>>[number];

/**
 * The addresses of an account's people, in alphabetical order. Their number is limited. Only a confirmed address gets emails about
 * waits: with `everyWait` about every wait of the account, otherwise about those of tasks and templates that name it.
 */
export async function listEmailAddresses({ ctx, input: { accountId } }: Args<{ accountId: number }>) {
  requireManager(ctx, accountId);
  const rows = await ctx.db.prisma.emailAddress.findMany({ where: { accountId }, orderBy: { email: "asc" } });
  return rows.map(({ id, email, everyWait, confirmedAt, unsubscribedAt, createdAt }) => {
    const state: "confirmed" | "unconfirmed" | "unsubscribed" = confirmedAt
      ? "confirmed"
      : unsubscribedAt
        ? "unsubscribed"
        : "unconfirmed";
    return { addressId: id, email, state, everyWait, createdAt };
  });
}

/** Removes an address: it gets no more emails, and its links end. ERROR_BAD_REQUEST if the account has none with this id. */
export async function removeEmailAddress({ ctx, input: { addressId } }: Args<{ addressId: number }>): Promise<void> {
  const { count } = await ctx.db.prisma.emailAddress.deleteMany({ where: { id: addressId, ...ofManaged(ctx) } });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "There is no address with this id.");
}

/** Whether an address gets an email for every wait of the account. ERROR_BAD_REQUEST if the account has none with this id. */
export async function setEveryWait({ ctx, input }: Args<{ addressId: number; everyWait: boolean }>): Promise<void> {
  const { addressId, everyWait } = input;
  const where = { id: addressId, ...ofManaged(ctx) };
  const { count } = await ctx.db.prisma.emailAddress.updateMany({ where, data: { everyWait } });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "There is no address with this id.");
}
