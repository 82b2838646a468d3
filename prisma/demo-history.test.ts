import { expect, test } from "vitest";
import { demoHistory, historyDays } from "./demo-history.ts";

const today = new Date("2026-11-20T00:00:00Z");
const history = demoHistory({ today, commission: 100_000 });

function total(metric: string): number {
  return history.counts.filter((count) => count.metric === metric).reduce((sum, { n }) => sum + n, 0);
}

test("the same day makes the same history, of quarters of an hour, each once, with quieter weekends", () => {
  expect(demoHistory({ today, commission: 100_000 })).toEqual(history);

  const keys = history.counts.map(({ metric, label, bucket }) => `${metric} ${label} ${bucket.getTime()}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(history.counts.every(({ bucket }) => bucket.getTime() % 900_000 === 0)).toBe(true);

  const perWeekday = [0, 0, 0, 0, 0, 0, 0];
  for (const { metric, bucket, n } of history.counts) {
    const weekday = bucket.getUTCDay();
    if (metric === "view") perWeekday[weekday] = (perWeekday[weekday] ?? 0) + n;
  }
  const [sunday = 0, monday = 0, , , , , saturday = 0] = perWeekday;
  expect(sunday + saturday).toBeLessThan(1.5 * monday);
});

test("every day of the weeks before today has views, downloads and ready tasks, and today has nothing", () => {
  const begin = today.getTime() - historyDays * 86_400_000;
  const dayOf = (at: Date) => Math.floor((at.getTime() - begin) / 86_400_000);
  for (const metric of ["view", "download", "ready", "money"]) {
    const days = new Set(history.counts.filter((count) => count.metric === metric).map(({ bucket }) => dayOf(bucket)));
    expect([...days].sort((a, b) => a - b)).toEqual(Array.from({ length: historyDays }, (_, day) => day));
  }
  const moments = [...history.ledger.map(({ at }) => at), ...history.active.map(({ bucket }) => bucket)];
  expect(Math.min(...moments.map(dayOf))).toBe(0);
  expect(Math.max(...moments.map(dayOf))).toBe(historyDays - 1);
});

test("money moved as tasks move it: nothing is made of nothing, spent twice or left held", () => {
  const purses = history.users.map(() => ({ available: 0, held: 0 }));
  let last = 0;
  for (const { of, available, held, platform, at } of history.ledger) {
    expect(available + held + platform).toBe(0);
    expect(at.getTime()).toBeGreaterThanOrEqual(last - 60_000);
    last = at.getTime();
    if (of === "owner") continue;
    const purse = purses[of] as { available: number; held: number };
    purse.available += available;
    purse.held += held;
    expect(Math.min(purse.available, purse.held)).toBeGreaterThanOrEqual(0);
  }
  expect(purses).toEqual(history.users.map(({ available }) => ({ available, held: 0 })));
});

test("every task is held once and ends once, every ready one pays its commission, and that is the money counted", () => {
  const kinds = (kind: string) => history.ledger.filter((entry) => entry.kind === kind).map(({ task }) => task);
  const sorted = (tasks: (number | null)[]) => tasks.toSorted((a, b) => Number(a) - Number(b));
  const all = Array.from({ length: history.tasks }, (_, task) => task);
  expect(sorted(kinds("hold"))).toEqual(all);
  expect(sorted([...kinds("capture"), ...kinds("release")])).toEqual(all);
  expect(sorted(kinds("commission"))).toEqual(sorted(kinds("capture")));
  expect(total("ready")).toBe(kinds("capture").length);

  const paid = history.ledger.filter(({ of }) => of === "owner").reduce((sum, { available }) => sum + available, 0);
  expect(total("money")).toBe(paid);
});
