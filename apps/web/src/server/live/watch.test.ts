import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Watch } from "./watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Things with marks that a test changes, and what was asked about them. */
function openWatch() {
  const marks = new Map([
    ["a", "1"],
    ["b", "1"],
  ]);
  const asked: string[][] = [];
  const fault = { isThere: false };
  const watch = new Watch<string>(async (keys) => {
    asked.push(keys);
    if (fault.isThere) throw new Error("unavailable");
    return marks;
  });
  return { watch, marks, asked, fault };
}

async function later(ms = 10_000) {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Counts what the generator yields. */
function count(changes: AsyncGenerator<void>) {
  const seen = { times: 0, isOver: false };
  void (async () => {
    for await (const _ of changes) seen.times++;
    seen.isOver = true;
  })();
  return seen;
}

test("each watcher hears of the first look and of each change of its own thing", async () => {
  const { watch, marks, asked } = openWatch();
  const { signal } = new AbortController();
  const [one, other, second] = ["a", "a", "b"].map((key) => count(watch.changes(key, signal)));
  await later();
  expect([one?.times, other?.times, second?.times]).toEqual([1, 1, 1]);
  expect(asked.at(-1), "one query for all").toEqual(["a", "b"]);
  marks.set("a", "2");
  await later();
  expect([one?.times, other?.times, second?.times]).toEqual([2, 2, 1]);
  marks.delete("b");
  await later();
  expect([one?.times, second?.times], "what is gone has changed").toEqual([2, 2]);
});

test("nothing is asked before and after somebody watches", async () => {
  const { watch, asked } = openWatch();
  await later();
  expect(asked).toEqual([]);
  const leaving = new AbortController();
  const seen = count(watch.changes("a", leaving.signal));
  await later(1_000);
  expect(asked.length).toBeGreaterThan(1);
  leaving.abort();
  await later(1_000);
  expect([seen.isOver, watch.size]).toEqual([true, 0]);
  const before = asked.length;
  await later(60_000);
  expect(asked.length).toBe(before);
  const again = count(watch.changes("a", new AbortController().signal));
  await later(1_000);
  expect(again.times, "and a later one is served").toBe(1);
});

test("a database that cannot be asked is asked once a second, and changes are noticed afterwards", async () => {
  const { watch, marks, asked, fault } = openWatch();
  fault.isThere = true;
  const seen = count(watch.changes("a", new AbortController().signal));
  await later(10_000);
  expect([asked.length <= 11, seen.times]).toEqual([true, 0]);
  fault.isThere = false;
  marks.set("a", "2");
  await later(2_000);
  expect(seen.times).toBe(1);
});
