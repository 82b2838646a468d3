/**
 * The largest balance of an account, in millionths of a dollar: below 2^53 with a margin for what it earns meanwhile,
 * so that every amount stays exact where numbers are floats (JSON, browsers, callers).
 */
export const largestBalance = 9_000_000_000_000_000n;

/** The largest bid for a task: its price times a commission in millionths still fits a PostgreSQL bigint. */
const largestBid = 1_000_000_000_000n;

/** What is wrong with a bid, or undefined. */
export function bidProblem(bid: bigint): string | undefined {
  if (bid <= 0n) return "bid must be above zero.";
  return bid > largestBid ? "bid must be at most $1,000,000." : undefined;
}
