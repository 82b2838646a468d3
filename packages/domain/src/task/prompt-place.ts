import type { Bound } from "../vault.ts";

/** What a wait's prompt is bound to: its account, its task and its variable. */
export function promptPlace(accountId: number, taskId: number, name: string): Bound {
  return [accountId, taskId, `prompt of ${name}`];
}
