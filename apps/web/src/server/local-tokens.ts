import type { TokenLease, TokenRequest } from "@gatepost/domain/rate/lease-tokens";
import { type Bucket, type Rate, take } from "./token-bucket.ts";

/**
 * What one process knows of a caller's bucket, which all processes share in the database. A process takes tokens from it
 * in blocks, for a short time, so that most calls ask nobody. Pure: times are milliseconds that are handed in.
 */
export interface LocalTokens {
  /** Calls that were taken from the bucket and not made yet, until then. */
  leased: number;
  until: number;
  /** The bucket was empty: before then it is not asked again. */
  askAgainAt: number;
  /** Calls that a caller at rest may make without asking; they are charged when it asks. */
  free: Bucket | undefined;
  owed: number;
}

export const newLocalTokens = (): LocalTokens => ({ leased: 0, until: 0, askAgainAt: 0, free: undefined, owed: 0 });

/** The part of a bucket that a process takes at once. */
const blockPart = 0.05;
/** The part of a rate that a process lets through without asking. */
const freePart = 0.01;

export function blockOf({ burst }: Rate): number {
  return Math.ceil(burst * blockPart);
}

/**
 * How long a block may be used: as long as the bucket takes to fill by as much. Held for longer, blocks would come on top
 * of a bucket that is full again. An empty bucket is left alone for as long.
 */
export function leaseMs(rate: Rate): number {
  return Math.max(shortestLeaseMs, (blockOf(rate) / rate.perSecond) * 1_000);
}

/** The calls that wait for a block must get to use it. */
const shortestLeaseMs = 50;

/** Makes a call where that needs no asking: then 0, else the seconds to wait, or that the bucket must be asked. */
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

/** What to ask the bucket for, where so many calls wait for it; what is left of the last block goes back. */
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
