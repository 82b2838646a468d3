import type { Batch } from "./coalesce.ts";
import type { AppContext } from "./context.ts";
import { leaseTokensSql } from "./sql/lease-tokens.sql.ts";
import { takeAttemptSql } from "./sql/take-attempt.sql.ts";

export interface TokenRequest {
  caller: string;
  /** Tokens a second by which the bucket fills, up to `burst`. */
  rate: number;
  burst: number;
  wanted: number;
  /** Tokens returned from earlier leases; negative for calls that were allowed without a lease. */
  settled: number;
}

export interface TokenLease {
  granted: number;
  /** The tokens left in the bucket. */
  tokens: number;
}

/** Leases tokens for many callers in one statement, with one request per caller. */
export const leaseTokens: Batch<TokenRequest, TokenLease, AppContext> = {
  name: "lease_tokens",
  max: 500,
  queue: 5_000,
  async run({ db }, asked) {
    const rows = await db.run(leaseTokensSql, { asked: together(asked) });
    const leases = new Map(rows.map(({ caller, granted, tokens }) => [caller, { granted, tokens }]));
    return asked.map(({ caller, wanted }) => {
      const lease = leases.get(caller) ?? { granted: 0, tokens: 0 };
      const granted = Math.min(wanted, lease.granted);
      lease.granted -= granted;
      return { granted, tokens: lease.tokens };
    });
  },
};

/** One request for each caller. */
function together(asked: readonly TokenRequest[]): TokenRequest[] {
  const requests = new Map<string, TokenRequest>();
  for (const request of asked) {
    const { wanted, settled } = requests.get(request.caller) ?? { wanted: 0, settled: 0 };
    requests.set(request.caller, { ...request, wanted: wanted + request.wanted, settled: settled + request.settled });
  }
  return [...requests.values()];
}

interface Attempts {
  /** What is attempted, and by whom. */
  key: string;
  /** Per window. */
  max: number;
  windowSeconds: number;
}

/** Whether another attempt is allowed in this window of time. A refused one is counted, and does not extend the window. */
export async function takeAttempt(app: AppContext, { key, max, windowSeconds }: Attempts): Promise<boolean> {
  const [row] = await app.db.run(takeAttemptSql, { key, windowSeconds });
  return (row?.count ?? 1) <= max;
}
