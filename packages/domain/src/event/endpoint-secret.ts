import type { Bound } from "../vault.ts";

/** What an endpoint's secret is bound to, whether it is the current or the previous one. */
export function endpointSecretOf(accountId: number): Bound {
  return [accountId, 0, "event endpoint"];
}
