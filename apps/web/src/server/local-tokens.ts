import type { TokenLease, TokenRequest } from "@gatepost/domain/rate/lease-tokens";
import { type Bucket, type Rate, take } from "./token-bucket.ts";

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
