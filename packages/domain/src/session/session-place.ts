import type { Bound } from "../vault.ts";

/** What a session's state is bound to: its account and its name. */
export function sessionPlace(accountId: number, name: string): Bound {
  return [accountId, 0, `session ${name}`];
}
