import type { Outage, ServiceClockOptions } from "@gatepost/domain/platform/heartbeat";
import { log, outsideRequests } from "@gatepost/domain/platform/log";

/** What an outage of the database means, and what its operator can do about it. */
export function outageAdvice(outage: Outage): string {
  return (
    byCode[outage] ??
    byClass[outage.slice(0, 2)] ??
    "PostgreSQL cannot be reached: check that it runs, and DATABASE_URL."
  );
}

const unknownStatement =
  "A pooler moved the connection to another server, which does not know its prepared statements: set GATEPOST_PREPARED=0.";
const lost = "The connection to PostgreSQL was lost.";

const byCode: Record<string, string> = {
  silent: "The database does not answer.",
  "connection lost": lost,
  "25006":
    "The server accepts no writes: it is a standby, or a primary that was demoted. Wait if a failover is under way; otherwise DATABASE_URL names the wrong server.",
  "26000": unknownStatement,
  "42P05": unknownStatement,
  "28000": "The server refuses this user: check DATABASE_URL and pg_hba.conf.",
  "28P01": "The server refuses this user's password: check DATABASE_URL.",
  "3D000": "The database does not exist on this server: check DATABASE_URL.",
  "42P01": "The database lacks a table: apply the migrations (gatepost migrate).",
  "42703": "The database lacks a column: apply the migrations (gatepost migrate).",
  "42501": "The database's role lacks a privilege: see docs/operating/postgresql.md.",
  "53100": "The disk of PostgreSQL is full: free space on it.",
  "53200": "PostgreSQL is out of memory.",
  "53300": "PostgreSQL has no connections left: raise max_connections, or run fewer processes.",
  "57014": "The database did not answer in time.",
  "58030": "PostgreSQL cannot read or write its files: check its disk.",
};

const byClass: Record<string, string> = {
  "08": lost,
  "53": "PostgreSQL lacks a resource: see its log.",
  "57": "PostgreSQL is starting, stopping or recovering: wait, or see its log.",
};

/** Logs once when the database becomes unavailable, with advice, and once when it is back, whichever request notices. */
export const logAvailability: ServiceClockOptions["report"] = ({ unavailable, ...back }) =>
  outsideRequests(() =>
    unavailable
      ? log("database unavailable", { code: unavailable, advice: outageAdvice(unavailable) }, "error")
      : log("database available", { ...back }),
  );
