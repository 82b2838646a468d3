import { errorCodeOf } from "../unavailable.ts";

/** Why the database cannot be used. */
export interface Outage {
  /** PostgreSQL's SQLSTATE, a network error such as ECONNREFUSED, or "silent". */
  code: string;
  /** What it means, and what to do about it. */
  advice: string;
}

const byState: Record<string, string> = {
  "25006":
    "The server takes no writes: it is a standby, or a primary that was demoted. During a failover wait; otherwise DATABASE_URL leads to the wrong server.",
  "26000": preparedAdvice(),
  "42P05": preparedAdvice(),
  "28000": "The server refuses this user: check DATABASE_URL and pg_hba.conf.",
  "28P01": "The server refuses this user's password: check DATABASE_URL.",
  "3D000": "The database does not exist on this server: check DATABASE_URL.",
  "42P01": "The database lacks a table: apply the migrations (gatepost migrate).",
  "42703": "The database lacks a column: apply the migrations (gatepost migrate).",
  "42501": "The database's role lacks a privilege: see docs/operating.md.",
  "53100": "The disk of PostgreSQL is full: free space on it.",
  "53200": "PostgreSQL is out of memory.",
  "53300": "PostgreSQL has no connection left: raise max_connections, or run fewer processes.",
  "57014": "The database did not answer in time.",
  "58030": "PostgreSQL cannot read or write its files: look at its disk.",
};

const byClass: Record<string, string> = {
  "08": "The connection to PostgreSQL was lost.",
  "53": "PostgreSQL lacks a resource: see its log.",
  "57": "PostgreSQL is starting, stopping or recovering: wait, or see its log.",
};

export const silent: Outage = { code: "silent", advice: "The database does not answer." };

/** What an error means for whoever runs the database. */
export function outageOf(error: unknown): Outage {
  const code = errorCodeOf(error);
  if (code === undefined) return { code: "connection lost", advice: byClass["08"] as string };
  const advice = byState[code] ?? byClass[code.slice(0, 2)];
  return { code, advice: advice ?? "PostgreSQL cannot be reached: check that it runs, and DATABASE_URL." };
}

function preparedAdvice(): string {
  return "A pooler moved the connection to another server, where its prepared statements are unknown: set GATEPOST_PREPARED=0.";
}
