/** The allowed rate: so many calls a second, and so many at once after a pause. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** Tokens left at a time (milliseconds of a clock that never goes back). */
export interface Bucket {
  tokens: number;
  at: number;
}

/** Takes a token if there is one, otherwise returns the seconds until there is. A new bucket is full. */
export function take(
  bucket: Bucket | undefined,
  { perSecond, burst }: Rate,
  now: number,
): { bucket: Bucket; wait: number } {
  const tokens = bucket ? Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * perSecond) : burst;
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, at: now }, wait: 0 };
  return { bucket: { tokens, at: now }, wait: (1 - tokens) / perSecond };
}
