import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AlertKind,
  alertKinds,
  type Counted,
  changesOf,
  judge,
  judgeErrorRate,
  judgeSilence,
  leastFailures,
  leastOnWeekdays,
  leastTasks,
} from "./alerts.ts";

const day = (accepted: number, failed: number, views = 100): Counted => ({ accepted, failed, views });
/** 28 days of a hundred tasks, of which 0 to 2 failed. */
const usual = Array.from({ length: 28 }, (_, n) => day(100 - (n % 3), n % 3));

const rates: [string, Counted, Counted[], string][] = [
  ["as usual", day(98, 2), usual, "normal"],
  ["a little more", day(95, 5), usual, "raised"],
  ["five points above the upper end", day(186, 14), usual, "alert"],
  ["as much more of a few tasks", day(40, 9), usual, "unknown"],
  ["a high share of few failures", day(50, 9), usual, "raised"],
  ["too few days to say what is usual", day(50, 50), usual.slice(0, 6), "unknown"],
  ["days with few tasks are no measure", day(50, 50), Array(28).fill(day(19, 0)), "unknown"],
  ["half of all fail on every day", day(40, 60), Array(28).fill(day(50, 50)), "normal"],
  ["one bad day does not change what is usual", day(80, 20), [day(0, 100), ...usual.slice(1)], "alert"],
  ["it never failed before", day(90, 10), Array(28).fill(day(100, 0)), "alert"],
];

test.each(rates)("the error rate: %s", (_, now, days, state) => {
  expect(judgeErrorRate(now, days).state).toBe(state);
});

test("nothing in 24 hours is an alert if the same hours of each of the last four weeks had enough", () => {
  const nothing = day(0, 0, 0);
  expect(judgeSilence("no_views", nothing, usual)).toMatchObject({ state: "alert", low: 100, high: 100, value: 0 });
  expect(judgeSilence("no_tasks", day(0, 0, 5), usual)).toMatchObject({ state: "alert" });
  expect(judgeSilence("no_views", day(0, 0, 5), usual)).toMatchObject({ state: "normal", value: 5 });
  const few = usual.map((one, n) => (n === 13 ? day(leastOnWeekdays - 1, 0, leastOnWeekdays - 1) : one));
  expect(judgeSilence("no_views", nothing, few)).toMatchObject({ state: "unknown" });
  const quietSundays = usual.map((one, n) => (n % 7 === 6 ? nothing : one));
  expect(judgeSilence("no_tasks", nothing, quietSundays)).toMatchObject({ state: "unknown" });
  expect(judgeSilence("no_tasks", nothing, usual.slice(0, 27))).toMatchObject({ state: "unknown" });
});

const counted = fc.record({ accepted: fc.nat(5_000), failed: fc.nat(5_000), views: fc.nat(5_000) });

test("an alert always has enough tasks and is well above every usual share; more failures never end one", () => {
  fc.assert(
    fc.property(counted, fc.array(counted, { maxLength: 28 }), fc.nat(5_000), (now, days, more) => {
      const found = judgeErrorRate(now, days);
      expect(found.low).toBeLessThanOrEqual(found.high);
      if (found.state !== "alert") return;
      expect(found.total).toBeGreaterThanOrEqual(leastTasks);
      expect(found.value).toBeGreaterThanOrEqual(leastFailures);
      expect(found.value / found.total).toBeGreaterThanOrEqual(found.high + 0.05);
      expect(judgeErrorRate({ ...now, failed: now.failed + more }, days.toReversed()).state).toBe("alert");
    }),
  );
});

test("an alert is sent when it begins and when it is over, and not in between", () => {
  const changed = (ongoing: AlertKind[], now: Counted) => {
    const { changes, ongoing: after } = changesOf(ongoing, judge(now, usual));
    return { changes: changes.map(({ kind, state }) => `${kind} ${state}`), ongoing: after };
  };
  const failing = day(50, 50);
  expect(changed([], day(100, 0))).toEqual({ changes: [], ongoing: [] });
  expect(changed([], failing)).toEqual({ changes: ["error_rate alert"], ongoing: ["error_rate"] });
  expect(changed(["error_rate"], failing)).toEqual({ changes: [], ongoing: ["error_rate"] });
  expect(changed(["error_rate"], day(10, 0)), "too few to judge").toEqual({ changes: [], ongoing: ["error_rate"] });
  expect(changed(["error_rate"], day(0, 0, 0))).toEqual({
    changes: ["no_tasks alert", "no_views alert"],
    ongoing: [...alertKinds],
  });
  expect(changed([...alertKinds], day(100, 0))).toEqual({
    changes: ["error_rate normal", "no_tasks normal", "no_views normal"],
    ongoing: [],
  });
});
