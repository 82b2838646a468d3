import type { Bound } from "../vault.ts";

/** What a stored secret is bound to: its account and its name. */
export function secretPlace(accountId: number, name: string): Bound {
  return [accountId, 0, `stored secret ${name}`];
}
