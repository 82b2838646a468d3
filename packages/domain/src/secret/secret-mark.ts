import type { Vault } from "../vault.ts";

/** By which installations recognise whether they have the same secret. It does not reveal the secret. */
export function secretMark(vault: Vault): string {
  return vault.fingerprint("the same secret", [0, 0, "secret mark"]).toString("base64url");
}

/** The database's mark while the secret is being changed, and values are encrypted with either. */
export const changing = "changing";
