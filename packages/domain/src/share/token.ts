import { createHash } from "node:crypto";

/** What is stored of a link's token, which is random and needs no slow hash. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}

/** Whether a text can be a token at all. */
export function isTokenShaped(text: unknown): text is string {
  return typeof text === "string" && /^[\w-]{32}$/.test(text);
}
