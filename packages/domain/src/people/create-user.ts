import { randomUUID } from "node:crypto";
import type { Tx } from "@gatepost/db/connect";
import { accountMustExist, insertAccount, readEmail } from "../accounts/accounts.ts";
import { type Args, requireSystem } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import type { Environment } from "../platform/settings.ts";
import type { Invitation } from "./invite.ts";

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
  await accountMustExist(tx, account.accountId);
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
