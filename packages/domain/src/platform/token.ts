import { createHash } from "node:crypto";

/** The stored hash of a link's token. The token is random, so it needs no slow hash. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}

/** Whether a text has the form of a token. */
export function isTokenShaped(text: unknown): text is string {
  return typeof text === "string" && /^[\w-]{32}$/.test(text);
}
