import { timingSafeEqual } from "node:crypto";
import { normalEmail } from "@gatepost/contract/email";
import { readEmail } from "../accounts/accounts.ts";
import { type AppContext, type Args, requireSystem } from "../platform/context.ts";

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
export interface Invitation {
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
