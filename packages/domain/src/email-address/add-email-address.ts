import { createHash, randomBytes } from "node:crypto";
import { lockAccount, requireBelowLimit } from "../account/require-below-limit.ts";
import type { Args, Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSession } from "../permission.ts";
import { hashToken } from "../share/token.ts";
import { readEmail } from "../user/email.ts";
import { takeAttempt } from "../user/take-attempt.ts";

/** Seconds for which the link in the email works. */
const linkSeconds = 3 * 86_400;

/** Limits of emails that ask for a confirmation: to one address per day, and of one account per hour. */
const [perAddress, perAccount] = [3, 20];

/** An email that asks the owner of an address to confirm it. Its token is stored nowhere else. */
export interface ConfirmationRequest {
  email: string;
  token: string;
  /** Who added the address. */
  askedBy: string;
}

/**
 * Adds an address of a person of the account, or asks again for its confirmation. Nothing else is sent to it until that
 * person confirms it. Null: it is confirmed already. ERROR_TOO_MANY_REQUESTS if it has been asked too often, ERROR_BAD_REQUEST for what is no
 * address, or if the account has as many as it may have.
 */
export async function addEmailAddress({ ctx, input }: Args<{ email: string }>): Promise<ConfirmationRequest | null> {
  const { actor, db } = requireSession(ctx);
  const { accountId } = actor;
  const email = readEmail(input.email);
  const place = { accountId_email: { accountId, email } };
  const known = await db.prisma.emailAddress.findUnique({ where: place });
  if (known?.confirmedAt) return null;
  await limitRequests(ctx, accountId, email);
  const person = await db.prisma.user.findUnique({ where: { id: actor.userId }, select: { email: true } });
  const token = randomBytes(24).toString("base64url");
  const link = { tokenHash: hashToken(token), tokenExpiresAt: new Date(Date.now() + linkSeconds * 1_000) };
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    if (!known)
      requireBelowLimit(ctx, "emailAddresses", { there: await tx.emailAddress.count({ where: { accountId } }) });
    await tx.emailAddress.upsert({ where: place, create: { accountId, email, ...link }, update: link });
  });
  return { email, token, askedBy: person?.email ?? "" };
}

async function limitRequests(ctx: Context, accountId: number, email: string): Promise<void> {
  const address = createHash("sha256").update(email).digest("base64url");
  const allowed =
    (await takeAttempt(ctx, { key: `confirmations of ${accountId}`, max: perAccount, windowSeconds: 3_600 })) &&
    (await takeAttempt(ctx, { key: `confirmation of ${address}`, max: perAddress, windowSeconds: 86_400 }));
  if (!allowed)
    throw new DomainError(
      "ERROR_TOO_MANY_REQUESTS",
      "This address has been asked to confirm as often as it may be. Try again tomorrow.",
    );
}
