import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { normalEmail } from "@gatepost/contract/email";
import { endOldPassword } from "@gatepost/domain/people/people";
import type { Actor, AppContext } from "@gatepost/domain/platform/context";
import { takeAttempt } from "@gatepost/domain/platform/rates";
import { isUnavailable } from "@gatepost/domain/platform/unavailable";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { betterAuth } from "better-auth/minimal";
import { afterwards, resetEmail, sendMail } from "../email/mail.ts";
import { logFault } from "../http/answer.ts";
import { addressHeader, callerAddress } from "../http/caller-address.ts";
import { originOf } from "../http/origin.ts";
import { getContainer } from "../opened-container.ts";
import { authSettings, readSettings } from "../settings.ts";
import { forgiveSignIns } from "./sign-in-attempts.ts";

type PersonActor = Extract<Actor, { kind: "person" }>;

let opened: ReturnType<typeof open> | undefined;

/** Sign-in and sessions are better-auth's. Users are created by createUser, with their account in one commit. */
export function openAuth(): ReturnType<typeof open> {
  opened ??= open();
  return opened;
}

function open() {
  const { app } = getContainer();
  const origin = originOf(new Headers());
  const secret = createHash("sha256")
    .update(`gatepost sessions v1 ${readSettings(process.env).secret}`)
    .digest("hex");
  return betterAuth({
    baseURL: origin,
    // Without GATEPOST_ORIGIN the site has several: the loopback names.
    trustedOrigins: (request) => (request ? [originOf(request.headers)] : []),
    secret,
    telemetry: { enabled: false },
    database: prismaAdapter(authDatabase(app.db.prisma), { provider: "postgresql" }),
    account: { modelName: "credential" },
    user: {
      additionalFields: { accountId: { type: "number", required: true, input: false } },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 10,
      maxPasswordLength: 200,
      resetPasswordTokenExpiresIn: 1_800,
      sendResetPassword: async ({ user, token }) =>
        afterwards("mail", () => sendMail(resetEmail(user.email, origin, token))),
      onPasswordReset: async ({ user }) => {
        await endOldPassword(app, user.id);
        await forgiveSignIns(app, user.email);
      },
      revokeSessionsOnPasswordReset: true,
    },
    verification: { storeIdentifier: "hashed" },
    session: { expiresIn: 14 * 86_400, disableSessionRefresh: true },
    rateLimit: {
      enabled: authSettings().limited,
      // better-auth's own storage uses a transaction for each attempt, and fails under many at once.
      customStorage: {
        consume: async (key, { window, max }) => ({
          allowed: await takeAttempt(app, { key, max, windowSeconds: window }),
          retryAfter: window,
        }),
      },
      window: 60,
      max: 120,
      customRules: {
        "/sign-in/email": { window: 60, max: 10 },
        "/change-password": { window: 60, max: 5 },
        "/reset-password": { window: 60, max: 5 },
      },
    },
    advanced: {
      cookiePrefix: "gatepost",
      useSecureCookies: origin.startsWith("https:"),
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    // After the colon, its messages quote what was sent, which is not logged.
    logger: { level: "error", log: (_, message) => logFault("better-auth", new Error(message.split(":", 1)[0])) },
  });
}

/**
 * The session of the signed-in user, or null, also for a stale or forged cookie. Rejects if the database is
 * unavailable.
 */
export async function sessionOf(headers: Headers): Promise<{ sessionId: string; actor: PersonActor } | null> {
  if (!headers.get("cookie")?.includes("gatepost.")) return null;
  const found = await rethrowUnavailable(() => openAuth().api.getSession({ headers }));
  if (!found) return null;
  const { id, accountId } = found.user;
  const address = callerAddress(headers);
  return { sessionId: found.session.id, actor: { kind: "person", userId: id, accountId, address } };
}

interface Seen {
  unavailable?: unknown;
}

const calls = new AsyncLocalStorage<Seen>();

/** Prisma's client for better-auth. Errors that say that the database is unavailable reach `rethrowUnavailable`. */
function authDatabase(prisma: AppContext["db"]["prisma"]) {
  return prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          const seen = calls.getStore();
          if (seen && isUnavailable(error)) seen.unavailable = error;
          throw error;
        }
      },
    },
  });
}

/**
 * Runs a call of better-auth. If the database is unavailable, better-auth answers 500 or, in some calls, that nobody is
 * signed in, which a browser would believe. This rejects with the database's error instead.
 */
export async function rethrowUnavailable<Result>(call: () => Promise<Result>): Promise<Result> {
  const seen: Seen = {};
  const [result] = await Promise.allSettled([calls.run(seen, call)]);
  if (seen.unavailable !== undefined) throw seen.unavailable;
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

/** Emails an hour to one address, whoever requests them. */
const max = 3;

/**
 * Sends a link to choose a new password, if a user has the address. The user is looked up after the response, so that
 * neither the response nor its timing reveals whether there is one.
 */
export function mailResetLink(app: AppContext, email: string): void {
  const address = normalEmail(email);
  const key = `reset to ${createHash("sha256").update(address).digest("base64url")}`;
  afterwards("reset link", async () => {
    if (!(await takeAttempt(app, { key, max, windowSeconds: 3_600 }))) return;
    // If mail is configured, so is the site's address: a link never follows a caller's Host header.
    await openAuth().api.requestPasswordReset({ body: { email: address } });
  });
}

/** The error for somebody who chose one. */
export const commonPasswordMessage =
  "This is one of the passwords that are tried first. Choose another one: a sentence is fine.";

/** Whether a password is among the fifty thousand most common ones. The list is loaded when it is first needed. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return dictionary["passwords-common"].includes(password.toLowerCase());
}
