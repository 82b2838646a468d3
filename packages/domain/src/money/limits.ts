/**
 * The most that an account can hold, in millionths of a dollar: below 2^53 with room for what it earns meanwhile, so that
 * every amount stays exact wherever numbers are floats (JSON, browsers, callers).
 */
export const largestBalance = 9_000_000_000_000_000n;

/** The most that can be offered for a task: its price times a commission in millionths still is a bigint of PostgreSQL. */
export const largestBid = 1_000_000_000_000n;

/** What is wrong with a bid, or nothing. */
export function bidProblem(bid: bigint): string | undefined {
  if (bid <= 0n) return "bid must be above zero.";
  return bid > largestBid ? "bid must be at most $1,000,000." : undefined;
}
