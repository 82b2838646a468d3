import { setTimeout as sleep } from "node:timers/promises";

/**
 * SQLSTATEs of a server that cannot be used right now, rather than of a wrong statement. By class or code:
 * connection lost (08), no more disk, memory or connections (53), shutting down or starting (57P), cancelled by a
 * timeout (57014, 55P03), input/output error (58030), and
 * - 25006: it accepts no writes, because it is a standby or was demoted;
 * - 28000, 28P01, 3D000: it accepts no session of ours, which only a new connection learns;
 * - 26000, 42P05: a pooler moved the session to another server, which knows other prepared statements;
 * - 40001: a standby cancelled the query because replication went on. (Nothing here is serializable.)
 */
const states = /^(?:08|53|57P|57014|55P03|58030|25006|28000|28P01|3D000|26000|42P05|40001)/;

const network = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EAI_FAIL"],
  ...["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "EADDRNOTAVAIL"],
]);

/** Prisma's codes for an unreachable database, and for timeouts while waiting for a connection or a transaction. */
const prisma = /^P(?:10(?:01|02|08|17)|2024|2028|2037)$/;

/** Errors of pg and its pool that have no code. */
const messages =
  /Connection terminated|(?:encountered a connection error|was closed) and is not queryable|Query read timeout|timeout exceeded when trying to connect|timeout expired|after calling end on the pool|Can't reach database/i;

/** Whether an error of pg or Prisma says that the database cannot be used right now. Nothing was done then. */
export function isUnavailable(error: unknown): boolean {
  return causesOf(error).some(({ code, message, routine }) => {
    if (states.test(code) || network.has(code) || prisma.test(code) || messages.test(message)) return true;
    // A deadlock that PostgreSQL's detector found is our fault; any other is a standby's, between a query and the
    // replication.
    if (code === "40P01") return routine !== undefined && routine !== "DeadLockReport";
    // PostgreSQL plans a statement once per connection, and after a migration such a connection cannot be used any
    // more. And a standby has no unlogged tables.
    return code === "0A000" && /cached plan|during recovery/.test(message);
  });
}

/** PostgreSQL's SQLSTATE or the code of a network error, at whatever depth of the error; otherwise Prisma's code. */
export function errorCodeOf(error: unknown): string | undefined {
  const codes = causesOf(error)
    .map(({ code }) => code)
    .filter(Boolean);
  return codes.find((code) => !/^P\d{4}$/.test(code)) ?? codes[0];
}

/** The error and all its causes. Prisma puts its driver's error into `meta`. */
function causesOf(error: unknown): { code: string; message: string; routine: unknown }[] {
  const causes = [];
  let next: unknown = error;
  while (typeof next === "object" && next !== null && causes.length < 10) {
    const { code, originalCode, message, routine, cause, meta } = next as Record<string, unknown>;
    causes.push({ code: String(originalCode ?? code ?? ""), message: String(message ?? ""), routine });
    next = cause ?? (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  }
  return causes;
}

const pauseMs = 1_000;
const longestPauseMs = 30_000;

/** Milliseconds before the next attempt: a second, and twice as long after each further failure, up to half a minute. */
export function pauseAfter(failures: number): number {
  return Math.min(pauseMs * 2 ** Math.max(0, failures - 1), longestPauseMs);
}

interface Repetition {
  signal: AbortSignal;
  /** Called with each failure, except where the database is unavailable, which the service's clock reports. */
  onFault(error: unknown): void;
}

/**
 * Runs `round` repeatedly until the signal is aborted: after the milliseconds that it returns, and after a failure at
 * least a second later. While the database is unavailable it is retried every second; after other failures the pause
 * grows. Never rejects.
 */
export async function repeat(round: () => Promise<number>, { signal, onFault }: Repetition): Promise<void> {
  let faults = 0;
  while (!signal.aborted) {
    let pause: number;
    try {
      pause = await round();
      faults = 0;
    } catch (error) {
      if (signal.aborted) return;
      const unavailable = isUnavailable(error);
      if (!unavailable) onFault(error);
      faults = unavailable ? 0 : faults + 1;
      pause = pauseAfter(faults);
    }
    if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => {});
  }
}
