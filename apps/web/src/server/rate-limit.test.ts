import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressCaller, rateLimiter, take } from "./rate-limit.ts";

const rate = { perSecond: 10, burst: 3 };

describe("a bucket", () => {
  test.for([
    { bucket: undefined, now: 0, left: 2, wait: 0 },
    { bucket: { tokens: 1, at: 0 }, now: 0, left: 0, wait: 0 },
    { bucket: { tokens: 0, at: 0 }, now: 0, left: 0, wait: 0.1 },
    { bucket: { tokens: 0, at: 0 }, now: 50, left: 0.5, wait: 0.05 },
    { bucket: { tokens: 0, at: 0 }, now: 100, left: 0, wait: 0 },
    { bucket: { tokens: 0, at: 0 }, now: 3_600_000, left: 2, wait: 0 },
    { bucket: { tokens: 1, at: 500 }, now: 0, left: 0, wait: 0 },
  ])("$bucket at $now ms has $left left, and $wait s to wait", ({ bucket, now, left, wait }) => {
    const taken = take(bucket, rate, now);
    expect(taken.bucket.tokens).toBeCloseTo(left);
    expect(taken.wait).toBeCloseTo(wait);
  });

  test("in any stretch of time lets no more through than burst + rate × time, and no fewer where more are asked for", () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(pauses, (gaps) => {
        let bucket: ReturnType<typeof take>["bucket"] | undefined;
        const passed: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const taken = take(bucket, rate, now);
          bucket = taken.bucket;
          if (taken.wait === 0) passed.push(now);
          else expect(take(bucket, rate, now + taken.wait * 1_000 + 1e-6).wait).toBe(0);
        }
        for (const [from, start] of passed.entries())
          for (const [to, end] of passed.entries())
            if (to >= from)
              expect(to - from + 1).toBeLessThanOrEqual(rate.burst + ((end - start) / 1_000) * rate.perSecond + 1e-6);
      }),
    );
  });
});

describe("a limiter", () => {
  test("keeps callers apart, and tells whole seconds to wait", () => {
    const limiter = rateLimiter({ perSecond: 0.1, burst: 2 });
    expect([1, 2, 3].map(() => limiter.take("a", 0))).toEqual([0, 0, 10]);
    expect(limiter.take("b", 0)).toBe(0);
    expect(limiter.take("a", 9_001)).toBe(1);
    expect(limiter.take("a", 10_000)).toBe(0);
  });

  test("that is off refuses nobody", () => {
    const limiter = rateLimiter(null);
    for (let call = 0; call < 10_000; call++) expect(limiter.take("a", 0)).toBe(0);
  });

  test("forgets the least recently seen, and nobody else", () => {
    const limiter = rateLimiter({ perSecond: 1, burst: 1 }, 2);
    expect([limiter.take("a", 0), limiter.take("b", 0)]).toEqual([0, 0]);
    expect(limiter.take("a", 0), "seen again").toBe(1);
    expect(limiter.take("c", 0), "b is forgotten").toBe(0);
    expect(limiter.take("a", 0)).toBe(1);
    expect(limiter.take("b", 0)).toBe(0);
  });

  test("holds 100,000 callers at most", () => {
    const limiter = rateLimiter({ perSecond: 1, burst: 1 });
    for (let caller = 0; caller < 150_000; caller++) limiter.take(String(caller), 0);
    expect(limiter.take("149999", 0), "among the last").toBe(1);
    expect(limiter.take("49999", 0), "long forgotten").toBe(0);
  });
});

describe("whose bucket it is", () => {
  test.for([
    ["198.51.100.7", "198.51.100.8", false],
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
    ["2001:db8:1:2::1", "2001:0db8:0001:0002::9", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["2001:db8::1", "2001:db8:0:0:5::", true],
    ["::1", "::2", true],
    ["::1", "1::", false],
  ] as const)("%s and %s share a bucket: %s", ([one, other, same]) => {
    expect(addressCaller(one) === addressCaller(other)).toBe(same);
  });
});
