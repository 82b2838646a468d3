import { errorCodeOf } from "../unavailable.ts";

/**
 * Why the database cannot be used: PostgreSQL's SQLSTATE, the code of a network error such as ECONNREFUSED,
 * "connection lost", or "silent".
 */
export type Outage = string;

export const silent: Outage = "silent";

export function outageOf(error: unknown): Outage {
  return errorCodeOf(error) ?? "connection lost";
}
