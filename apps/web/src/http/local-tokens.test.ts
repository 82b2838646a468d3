import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rate } from "../settings.ts";
import {
  blockOf,
  type LocalTokens,
  leaseMs,
  makeCall,
  newLocalTokens,
  receiveLease,
  requestOf,
  take,
} from "./rate-limit.ts";

const rate = { perSecond: 100, burst: 500 };

/** The bucket as lease-tokens.sql keeps it, for any clock. */
function sharedBucket({ perSecond, burst }: Rate) {
  let [tokens, at] = [burst, 0];
  return (wanted: number, settled: number, now: number) => {
    tokens = Math.min(burst, tokens + (Math.max(0, now - at) / 1_000) * perSecond + settled);
    at = now;
    const granted = Math.min(wanted, Math.max(0, Math.floor(tokens)));
    tokens -= granted;
    return { granted, tokens };
  };
}

/** So many processes with one bucket; tells of each call whether it was made, and counts what was asked. */
function service(rule: Rate, processes: number) {
  const bucket = sharedBucket(rule);
  const all: LocalTokens[] = Array.from({ length: processes }, newLocalTokens);
  let asked = 0;
  function call(process: number, now: number): boolean {
    const held = all[process % processes] as LocalTokens;
    for (;;) {
      const made = makeCall(held, rule, now);
      if (made !== "ask") return made === 0;
      asked += 1;
      const { wanted, settled } = requestOf(held, "a", rule, 1);
      receiveLease(held, rule, bucket(wanted, settled, now), wanted, now);
    }
  }
  return { call, asked: () => asked };
}

/** How many of the calls that come at an even pace for so long are made. */
function made(rule: Rate, processes: number, perSecond: number, seconds: number) {
  const { call, asked } = service(rule, processes);
  let count = 0;
  const total = perSecond * seconds;
  for (let n = 0; n < total; n++) if (call(n, (n / perSecond) * 1_000)) count += 1;
  return { count, asked: asked() };
}

describe.for([1, 4])("%i processes together", (processes) => {
  test("let a caller who never stops make its burst and its rate, within 5 %, and ask once a pause and block", () => {
    const { count, asked } = made(rate, processes, 3_000, 10);
    const allowed = rate.burst + rate.perSecond * 10;
    expect(count / allowed).toBeGreaterThan(0.95);
    expect(count / allowed).toBeLessThan(1.05);
    const pauses = (10_000 / leaseMs(rate)) * processes;
    expect(asked).toBeLessThan(pauses + allowed / blockOf(rate) + processes);
  });

  test("refuse no caller who stays within the rate, and ask nothing for one who makes few calls", () => {
    expect(made(rate, processes, 80, 30).count).toBe(80 * 30);
    expect(made(rate, processes, 1, 60)).toEqual({ count: 60, asked: 0 });
  });
});

test.for([
  { perSecond: 20, burst: 40 },
  { perSecond: 100, burst: 200 },
])("whatever the pace, no period has more than %o, a block, and what is free", (small) => {
  const gaps = fc.array(fc.tuple(fc.constantFrom(0, 0, 0, 1, 3, 40, 300, 2_000), fc.nat(3)), {
    minLength: 50,
    maxLength: 600,
  });
  const free = 4 * Math.floor(small.burst / 100);
  fc.assert(
    fc.property(gaps, (calls) => {
      const { call } = service(small, 4);
      const passed: number[] = [];
      let now = 0;
      for (const [gap, process] of calls) {
        now += gap;
        if (call(process, now)) passed.push(now);
      }
      let max = 0;
      passed.forEach((start, from) => {
        for (let to = from; to < passed.length; to += 1) {
          const seconds = ((passed[to] as number) - start) / 1_000;
          max = Math.max(max, to - from + 1 - small.perSecond * seconds);
        }
      });
      expect(max).toBeLessThanOrEqual(small.burst + (small.perSecond * leaseMs(small)) / 1_000 + free + 1e-6);
    }),
  );
});

test("a limit so small that a hundredth of it is no call is exact", () => {
  const tiny = { perSecond: 0.1, burst: 2 };
  const { call } = service(tiny, 4);
  expect([0, 1, 2, 3].map((process) => call(process, 0))).toEqual([true, true, false, false]);
  expect(call(2, 9_999)).toBe(false);
  expect(call(2, 10_001)).toBe(true);
});

test("a bucket fills at its rate, and not where a clock goes back", () => {
  const slow = { perSecond: 10, burst: 3 };
  expect(take({ tokens: 0, at: 0 }, slow, 50)).toEqual({ bucket: { tokens: 0.5, at: 50 }, wait: 0.05 });
  expect(take({ tokens: 1, at: 500 }, slow, 0)).toMatchObject({ bucket: { tokens: 0 }, wait: 0 });
});
