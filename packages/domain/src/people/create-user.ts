import { randomUUID, timingSafeEqual } from "node:crypto";
import { normalEmail } from "@gatepost/contract/email";
import type { Tx } from "@gatepost/db/connect";
import { lockAdditions } from "../accounts/account-limits.ts";
import { insertAccount, readEmail } from "../accounts/accounts.ts";
import { type AppContext, type Args, requireSystem } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import type { Environment } from "../platform/settings.ts";

interface CreateUserInput {
  email: string;
  /** From better-auth's hashPassword; the plain password is never passed here. */
  passwordHash: string;
  /** An existing account's id, or the first balance of a new one, in millionths of a dollar. */
  account: { accountId: number } | { balance: bigint };
  /** Used up by the sign-up. */
  invitation?: Invitation | undefined;
}

/**
 * Creates a user who can sign in and, if requested, the account with its first balance, all or nothing.
 * ERROR_BAD_REQUEST if the address is taken or the account does not exist; ERROR_ACCESS_DENIED if the invitation was
 * used before.
 */
export async function createUser({ ctx, input }: Args<CreateUserInput>) {
  requireSystem(ctx);
  const email = readEmail(input.email);
  return ctx.db.transaction(async (tx) => {
    const taken = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (taken) throw new DomainError("ERROR_BAD_REQUEST", `The address ${email} is already in use.`);
    if (input.invitation) await useUp(tx, input.invitation);
    const accountId = await accountOf(tx, email, input.account);
    const userId = randomUUID();
    // The unique index decides between two calls at once: the later transaction fails as a whole.
    await tx.user.create({
      data: {
        id: userId,
        email,
        name: email.slice(0, email.indexOf("@")),
        accountId,
        credentials: {
          create: { id: randomUUID(), accountId: userId, providerId: "credential", password: input.passwordHash },
        },
      },
    });
    return { userId, accountId };
  });
}

async function accountOf(tx: Tx, email: string, account: CreateUserInput["account"]): Promise<number> {
  if ("balance" in account) return (await insertAccount(tx, { email, balance: account.balance })).accountId;
  await lockAdditions(tx, account.accountId);
  return account.accountId;
}

/** Kept until the invitation would have expired. */
async function useUp(tx: Tx, { mark, until }: Invitation): Promise<void> {
  const { count } = await tx.verification.createMany({
    data: { id: mark, identifier: mark, value: "used", expiresAt: until },
    skipDuplicates: true,
  });
  if (count === 0)
    throw new DomainError("ERROR_ACCESS_DENIED", "This invitation has already been used. Ask for another one.");
}

/** Who can create an account in the portal: everybody, whoever has an invitation, or nobody. */
type SignUpMode = "open" | "invite" | "closed";

/**
 * GATEPOST_SIGNUP. By default open beside the demo's site, because the machine is then probably the user's own; otherwise by
 * invitation. Throws one sentence that names it.
 */
export function readSignUpMode(env: Environment): SignUpMode {
  const text = env.GATEPOST_SIGNUP || (env.GATEPOST_DEMO_SITE ? "open" : "invite");
  if (text === "open" || text === "invite" || text === "closed") return text;
  throw new Error(`GATEPOST_SIGNUP is "${text}": give it open, invite or closed.`);
}

const bound = [0, 0, "invite"] as const;

/**
 * A token with which one address can sign up once until it expires, if sign-up is by invitation. Nothing is stored
 * until then.
 */
export function createInvite({ ctx, input }: Args<{ email: string; until: Date }>): string {
  requireSystem(ctx);
  const invite = { email: readEmail(input.email), until: input.until.getTime() };
  const text = Buffer.from(JSON.stringify(invite)).toString("base64url");
  return `${text}.${ctx.vault.fingerprint(invite, bound).toString("base64url")}`;
}

/** A valid invitation, to be used up by createUser. */
interface Invitation {
  /** Identifies it, and reveals nothing about it. */
  mark: string;
  until: Date;
}

/** The invitation of that address if the token is valid now; undefined if it is forged, expired or for another address. */
export function invitationOf(app: AppContext, token: string, email: string): Invitation | undefined {
  const [text = "", signature = ""] = token.split(".");
  const invite = readInvite(text);
  if (!invite || invite.email !== normalEmail(email) || !(invite.until > Date.now())) return undefined;
  const expected = app.vault.fingerprint(invite, bound);
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return { mark: `invite ${expected.toString("base64url")}`, until: new Date(invite.until) };
}

function readInvite(text: string): { email: string; until: number } | undefined {
  try {
    const { email, until } = JSON.parse(Buffer.from(text, "base64url").toString());
    return typeof email === "string" && typeof until === "number" ? { email, until } : undefined;
  } catch {
    return undefined;
  }
}
