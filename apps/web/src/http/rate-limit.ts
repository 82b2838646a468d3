import type { AppContext } from "@gatepost/domain/platform/context";
import { ipv6Network } from "@gatepost/domain/platform/network-address";
import { leaseTokens, type TokenLease, type TokenRequest } from "@gatepost/domain/platform/rates";
import { withinParts } from "@gatepost/domain/platform/signal";
import { LRUCache } from "lru-cache";
import type { Rate } from "../settings.ts";

export interface RateLimiter {
  /** 0 if the call is allowed, otherwise the whole seconds to wait. Never rejects. */
  take(caller: string): Promise<number>;
}

export const unlimited: RateLimiter = { take: async () => 0 };

/** How long a call waits for the shared bucket, and how long the database is not queried after it did not respond. */
const patience = { parts: 10, partMs: 50 };
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
 * rate-limiter-flexible takes a statement and a commit for each call (105,685 for 105,685; this takes one for 25), and a limit
 * divided by the number of processes would refuse a client at that part of it, because its connection leads to one of them.
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
      const lease = await withinParts(batch(leaseTokens, request), patience);
      receiveLease(held, rate, lease, request.wanted, clock());
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

/** The bucket of an address. Whoever has one IPv6 address has its whole /64. */
export function addressCaller(address: string): string {
  return `address ${ipv6Network(address, 64)}`;
}

/**
 * One process's knowledge of a caller's bucket, which all processes share in the database. A process leases tokens in
 * blocks, for a short time, so that most calls need no query. Pure: times are milliseconds passed in.
 */
export interface LocalTokens {
  /** Leased tokens that are not used yet, and until when they may be. */
  leased: number;
  until: number;
  /** The bucket was empty; it is not queried again before this time. */
  askAgainAt: number;
  /** Calls that an idle caller may make before a lease; they are charged with the next one. */
  free: Bucket | undefined;
  owed: number;
}

export const newLocalTokens = (): LocalTokens => ({ leased: 0, until: 0, askAgainAt: 0, free: undefined, owed: 0 });

/** The share of a bucket that a process leases at once. */
const blockPart = 0.05;
/** The share of a rate that a process allows without a lease. */
const freePart = 0.01;

export function blockOf({ burst }: Rate): number {
  return Math.ceil(burst * blockPart);
}

/**
 * How long a block may be used: as long as the bucket takes to refill by as much. If blocks were kept longer, they
 * would add to a bucket that is full again. An empty bucket is left alone for as long.
 */
export function leaseMs(rate: Rate): number {
  return Math.max(shortestLeaseMs, (blockOf(rate) / rate.perSecond) * 1_000);
}

/** The calls that wait for a block must be able to use it. */
const shortestLeaseMs = 50;

/** Takes a token for a call if that needs no query: then 0, otherwise the seconds to wait, or that a lease is needed. */
export function makeCall(held: LocalTokens, rate: Rate, now: number): number | "ask" {
  if (held.leased >= 1 && now < held.until) {
    held.leased -= 1;
    return 0;
  }
  if (now < held.askAgainAt) return (held.askAgainAt - now) / 1_000;
  if (now < held.until) return "ask";
  const free = take(held.free, { perSecond: rate.perSecond * freePart, burst: rate.burst * freePart }, now);
  held.free = free.bucket;
  if (free.wait > 0) return "ask";
  held.owed += 1;
  return 0;
}

/** The lease to request when this many calls wait for it; what is left of the last block is returned. */
export function requestOf(held: LocalTokens, caller: string, rate: Rate, waiting: number): TokenRequest {
  const request = {
    caller,
    rate: rate.perSecond,
    burst: rate.burst,
    wanted: Math.min(rate.burst, blockOf(rate) + waiting - 1),
    settled: held.leased - held.owed,
  };
  held.leased = 0;
  held.owed = 0;
  return request;
}

export function receiveLease(
  held: LocalTokens,
  rate: Rate,
  { granted, tokens }: TokenLease,
  wanted: number,
  now: number,
) {
  held.leased += granted;
  held.until = now + leaseMs(rate);
  if (granted < wanted)
    held.askAgainAt = now + Math.max(leaseMs(rate), granted > 0 ? 0 : ((1 - tokens) / rate.perSecond) * 1_000);
}

/** Tokens left at a time (milliseconds of a clock that never goes back). */
export interface Bucket {
  tokens: number;
  at: number;
}

/** Takes a token if there is one, otherwise returns the seconds until there is. A new bucket is full. */
export function take(bucket: Bucket | undefined, { perSecond, burst }: Rate, now: number) {
  const tokens = bucket ? Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * perSecond) : burst;
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, at: now }, wait: 0 };
  return { bucket: { tokens, at: now }, wait: (1 - tokens) / perSecond };
}
