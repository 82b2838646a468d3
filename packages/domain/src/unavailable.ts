/** SQLSTATE classes and codes of a server that is away, starting, stopping, full, out of connections or out of time. */
const away = /^(?:08|53|57P|57014|58030)/;
const network = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);

/**
 * Whether an error says that the database cannot be used right now, as opposed to a fault of the statement.
 * Knows the errors of pg (SQLSTATE, network) and those of Prisma (P1001…, P2024, driver adapter causes).
 */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    if (away.test(code) || network.has(code) || /^P(?:10(?:01|02|08|17)|2024|2028|2037)$/.test(code)) return true;
    if (
      /Connection terminated|encountered a connection error|Query read timeout|timeout exceeded when trying to connect|Can't reach database/i.test(
        cause.message,
      )
    )
      return true;
  }
  return false;
}
