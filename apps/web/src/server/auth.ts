import { createHash } from "node:crypto";
import type { Actor } from "@gatepost/domain/context";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { betterAuth } from "better-auth/minimal";
import { type AuthSettings, readAuthSettings } from "./auth-settings.ts";
import { addressHeader, callerAddress } from "./caller-address.ts";
import { openContainer } from "./container.ts";
import { readSettings } from "./settings.ts";

export type SessionActor = Extract<Actor, { kind: "session" }>;

let read: AuthSettings | undefined;

export function authSettings(): AuthSettings {
  read ??= readAuthSettings(process.env);
  return read;
}

/** Where the browser that sent these headers sees the site. */
export function originOf(headers: Headers): string {
  const fixed = authSettings().origin;
  if (fixed) return fixed;
  const secure = headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https";
  return `${secure ? "https" : "http"}://${headers.get("host") ?? "localhost"}`;
}

/** Whether a request that changes something comes from a page of this very site. Browsers send Origin with every POST. */
export function isSameOrigin(headers: Headers): boolean {
  const from = headers.get("sec-fetch-site");
  return headers.get("origin") === originOf(headers) && (from === null || from === "same-origin");
}

const instances = new Map<string, Auth>();
type Auth = ReturnType<typeof open>;

/** better-auth for the origin that the request came to: no address is configured twice, and any port works. */
export function authOf(headers: Headers): Auth {
  const origin = originOf(headers);
  let auth = instances.get(origin);
  if (!auth) {
    if (instances.size >= 32) instances.clear();
    auth = open(origin);
    instances.set(origin, auth);
  }
  return auth;
}

/** Signing in and sessions are better-auth's; people are made by the verb createUser, with their account in one commit. */
function open(origin: string) {
  const { ground } = openContainer();
  const secret = createHash("sha256")
    .update(`gatepost sessions v1 ${readSettings(process.env).secret}`)
    .digest("hex");
  return betterAuth({
    baseURL: origin,
    secret,
    telemetry: { enabled: false },
    database: prismaAdapter(ground.db.prisma, { provider: "postgresql" }),
    account: { modelName: "credential" },
    user: {
      additionalFields: { accountId: { type: "number", required: true, input: false } },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 10,
      maxPasswordLength: 200,
      revokeSessionsOnPasswordReset: true,
    },
    session: { expiresIn: 14 * 86_400, updateAge: 86_400 },
    rateLimit: {
      enabled: authSettings().limited,
      storage: "database",
      window: 60,
      max: 120,
      customRules: {
        "/sign-in/email": { window: 60, max: 10 },
        "/change-password": { window: 60, max: 5 },
        "/get-session": false,
      },
    },
    advanced: {
      cookiePrefix: "gatepost",
      useSecureCookies: origin.startsWith("https:"),
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    // Paths that nothing here uses stay shut.
    disabledPaths: [
      "/sign-up/email",
      "/update-user",
      "/change-email",
      "/delete-user",
      "/list-accounts",
      "/sign-in/social",
    ],
    logger: { disabled: false, level: "error" },
  });
}

/** Who is signed in. null for nobody; what a stale or forged cookie says is nobody too. */
export async function sessionOf(headers: Headers): Promise<SessionActor | null> {
  if (!headers.get("cookie")?.includes("gatepost.")) return null;
  const found = await authOf(headers).api.getSession({ headers });
  if (!found) return null;
  const { id, accountId } = found.user;
  return { kind: "session", userId: id, accountId, address: callerAddress((name) => headers.get(name)) };
}
