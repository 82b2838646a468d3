import fc from "fast-check";
import { expect, test } from "vitest";
import { type Bucket, take } from "./rate-limit.ts";

const rate = { perSecond: 10, burst: 3 };

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

test("in any period no more than burst + rate × time calls pass, and no fewer if more are made", () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(pauses, (gaps) => {
      let bucket: Bucket | undefined;
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
