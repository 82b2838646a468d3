import type { AppContext } from "@gatepost/domain/context";
import { ipv6Network } from "@gatepost/domain/ip-address";
import { leaseTokens } from "@gatepost/domain/rate/lease-tokens";
import { LRUCache } from "lru-cache";
import { type LocalTokens, makeCall, newLocalTokens, receiveLease, requestOf } from "./local-tokens.ts";
import { type Bucket, type Rate, take } from "./token-bucket.ts";

export interface RateLimiter {
  /** 0 if the call is allowed, otherwise the whole seconds to wait. Never rejects. */
  take(caller: string): Promise<number>;
}

export const unlimited: RateLimiter = { take: async () => 0 };

/** How long a call waits for the shared bucket, and how long the database is not queried after it did not respond. */
const patienceMs = 500;
const unavailableMs = 1_000;

/** Number of callers whose tokens a process keeps. A caller that is evicted loses unused tokens, and owes none. */
const maxCallers = 100_000;

interface Known {
  held: LocalTokens;
  /** The query under way, for all calls of the caller that wait for it. */
  asking: Promise<void> | undefined;
  waiting: number;
  /** While the database is unavailable. */
  local: Bucket | undefined;
}

/**
 * Limits each caller's calls over all processes that share the database. Most calls use a block of tokens that this
 * process has leased; refusals need no query. While the database does not respond, each process limits by itself.
 * (rate-limiter-flexible queries its store for each call, with a fixed window; see docs/decisions.)
 */
export function rateLimiter(
  rate: Rate,
  { batch }: Pick<AppContext, "batch">,
  clock: () => number = () => performance.now(),
): RateLimiter {
  const callers = new LRUCache<string, Known>({ max: maxCallers });
  let unavailableUntil = 0;

  async function ask(caller: string, known: Known): Promise<void> {
    const { held, waiting } = known;
    const request = requestOf(held, caller, rate, waiting);
    try {
      receiveLease(held, rate, await within(batch(leaseTokens, request), patienceMs), request.wanted, clock());
    } catch {
      // Whatever the error, the calls that need the database will report it.
      unavailableUntil = clock() + unavailableMs;
    } finally {
      known.asking = undefined;
    }
  }

  function takeLocally(known: Known): number {
    const { bucket, wait } = take(known.local, rate, clock());
    known.local = bucket;
    return Math.ceil(wait);
  }

  return {
    async take(caller) {
      let known = callers.get(caller);
      if (!known) {
        known = { held: newLocalTokens(), asking: undefined, waiting: 0, local: undefined };
        callers.set(caller, known);
      }
      for (;;) {
        const now = clock();
        const wait = makeCall(known.held, rate, now);
        if (wait !== "ask") return Math.ceil(wait);
        if (now < unavailableUntil) return takeLocally(known);
        known.waiting += 1;
        known.asking ??= ask(caller, known);
        await known.asking;
        known.waiting -= 1;
      }
    },
  };
}

function within<Result>(result: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The database did not answer in time.")), ms);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The bucket of an address. Whoever has one IPv6 address has its whole /64. */
export function addressCaller(address: string): string {
  return `address ${ipv6Network(address, 64)}`;
}
