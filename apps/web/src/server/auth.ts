import { createHash } from "node:crypto";
import type { Actor } from "@gatepost/domain/actor";
import { deleteResetLinks } from "@gatepost/domain/user/delete-reset-links";
import { takeAttempt } from "@gatepost/domain/user/take-attempt";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { betterAuth } from "better-auth/minimal";
import { afterwards } from "./afterwards.ts";
import { authDatabase, rethrowUnavailable } from "./auth-database.ts";
import { authSettings } from "./auth-settings.ts";
import { addressHeader, callerAddress } from "./caller-address.ts";
import { openContainer } from "./container.ts";
import { logFault } from "./fault.ts";
import { sendMail } from "./mail.ts";
import { originOf } from "./origin.ts";
import { resetEmail } from "./reset-email.ts";
import { readSettings } from "./settings.ts";
import { forgiveSignIns } from "./sign-in-attempts.ts";

export type SessionActor = Extract<Actor, { kind: "session" }>;

const instances = new Map<string, Auth>();
type Auth = ReturnType<typeof open>;

/** better-auth for the origin of the request, so that no address is configured twice, and any port works. */
export function authOf(headers: Headers): Auth {
  return authAt(originOf(headers));
}

function authAt(origin: string): Auth {
  let auth = instances.get(origin);
  if (!auth) {
    if (instances.size >= 32) instances.clear();
    auth = open(origin);
    instances.set(origin, auth);
  }
  return auth;
}

/** Sign-in and sessions are better-auth's. Users are created by createUser, with their account in one commit. */
function open(origin: string) {
  const { app } = openContainer();
  const secret = createHash("sha256")
    .update(`gatepost sessions v1 ${readSettings(process.env).secret}`)
    .digest("hex");
  return betterAuth({
    baseURL: origin,
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
        await deleteResetLinks(app, user.id);
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
export async function sessionOf(headers: Headers): Promise<{ sessionId: string; actor: SessionActor } | null> {
  if (!headers.get("cookie")?.includes("gatepost.")) return null;
  // Sessions do not depend on the host; only the name of the cookie depends on the scheme.
  const { protocol } = new URL(originOf(headers));
  const { api } = authAt(`${protocol}//localhost`);
  const found = await rethrowUnavailable(() => api.getSession({ headers }));
  if (!found) return null;
  const { id, accountId } = found.user;
  const address = callerAddress((name) => headers.get(name));
  return { sessionId: found.session.id, actor: { kind: "session", userId: id, accountId, address } };
}
