import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openWatch } from "./watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Things with marks that a test changes, and what was asked about them. */
function watchThings() {
  const marks = new Map([
    ["a", "1"],
    ["b", "1"],
  ]);
  const asked: string[][] = [];
  const fault = { isThere: false };
  const watch = openWatch<string>({
    pauseMs: 400,
    async read(keys) {
      asked.push(keys);
      if (fault.isThere) throw new Error("unavailable");
      return new Map(marks);
    },
  });
  return { watch, marks, asked, fault };
}

async function later(ms = 10_000) {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Counts what the generator yields. */
function count(changes: AsyncGenerator<string | null>) {
  const seen = { times: 0, latest: undefined as string | null | undefined, isOver: false };
  void (async () => {
    for await (const mark of changes) {
      seen.times++;
      seen.latest = mark;
    }
    seen.isOver = true;
  })();
  return seen;
}

test("each watcher is notified of the first poll and of each change of what it watches", async () => {
  const { watch, marks, asked } = watchThings();
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
  expect([one?.times, second?.times, second?.latest], "what is gone has changed").toEqual([2, 2, null]);
});

test("there are no queries while nobody watches", async () => {
  const { watch, asked } = watchThings();
  await later();
  expect(asked).toEqual([]);
  const leaving = new AbortController();
  const seen = count(watch.changes("a", leaving.signal));
  await later(1_000);
  expect(asked.length).toBeGreaterThan(1);
  leaving.abort();
  const late = count(watch.changes("a", leaving.signal));
  await later(1_000);
  expect([seen.isOver, late.isOver, watch.size]).toEqual([true, true, 0]);
  const before = asked.length;
  await later(60_000);
  expect(asked.length).toBe(before);
  const again = count(watch.changes("a", new AbortController().signal));
  await later(1_000);
  expect(again.times, "and a later one is served").toBe(1);
});

test("a database that cannot be asked is asked once a second, and changes are noticed afterwards", async () => {
  const { watch, marks, asked, fault } = watchThings();
  fault.isThere = true;
  const seen = count(watch.changes("a", new AbortController().signal));
  await later(10_000);
  expect([asked.length <= 11, seen.times]).toEqual([true, 0]);
  fault.isThere = false;
  marks.set("a", "2");
  await later(2_000);
  expect(seen.times).toBe(1);
});

test("200 keys that begin to be watched together are one query then, and one for each pause", async () => {
  const { watch, asked } = watchThings();
  const { signal } = new AbortController();
  for (let n = 0; n < 200; n++) count(watch.changes(`key ${n}`, signal, "1"));
  await later(3 * 400);
  expect(asked.map(({ length }) => length)).toEqual([200, 200, 200, 200]);
});

test("who knows how the thing was is woken when it is otherwise, even if it changed before it was watched", async () => {
  const { watch, marks } = watchThings();
  const { signal } = new AbortController();
  const same = count(watch.changes("a", signal, "1"));
  const earlier = count(watch.changes("b", signal, "0"));
  await later(0);
  expect([same.times, earlier.times, earlier.latest]).toEqual([0, 1, "1"]);
  marks.set("a", "2");
  await later();
  expect([same.times, same.latest]).toEqual([1, "2"]);
});

test("what was notified to have changed is read at once, and nothing else", async () => {
  const { watch, marks, asked } = watchThings();
  const { signal } = new AbortController();
  const [a, b] = ["a", "b"].map((key) => count(watch.changes(key, signal)));
  await later(0);
  asked.length = 0;
  marks.set("a", "2");
  watch.pollChanged((key) => key === "c");
  await later(0);
  expect(asked).toEqual([]);
  watch.pollChanged((key) => key === "a");
  await later(0);
  expect([asked, a?.times, b?.times]).toEqual([[["a"]], 2, 1]);
});

test("notifications do not put off the query that reads everything", async () => {
  const { watch, marks } = watchThings();
  const { signal } = new AbortController();
  const [, b] = ["a", "b"].map((key) => count(watch.changes(key, signal)));
  await later(0);
  marks.set("b", "2");
  for (let ms = 0; ms < 500; ms += 100) {
    watch.pollChanged((key) => key === "a");
    await later(100);
  }
  expect(b?.times).toBe(2);
});
