import type { Vault } from "../vault.ts";

/** By which two installations tell that they have the same secret. It does not say the secret. */
export function secretMark(vault: Vault): string {
  return vault.fingerprint("the same secret", [0, 0, "secret mark"]).toString("base64url");
}

/** The database's mark while its values are partly of one secret and partly of the next. */
export const changing = "changing";
