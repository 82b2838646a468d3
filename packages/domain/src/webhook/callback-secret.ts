import { randomBytes } from "node:crypto";
import type { Bound } from "../vault.ts";

/** Bytes of a secret; the scheme requires 24 to 64. */
const secretBytes = 32;

/** A random secret in the notation of the Standard Webhooks scheme, which its libraries accept unchanged. */
export function newCallbackSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64")}`;
}

/** What a stored secret is bound to, whether it is the current or the previous one. */
export function callbackSecretOf(accountId: number): Bound {
  return [accountId, 0, "callback secret"];
}
