import { afterEach, expect, test, vi } from "vitest";
import type { RunningBrowser } from "./browser.ts";
import { BrowserPool, type SavedLease } from "./browser-pool.ts";
import type { BrowserSession } from "./browser-session.ts";
import { NoBrowser } from "./failure.ts";

/** What the pool decides needs no browser; that a real one behaves so is tested in browser.test.ts and worker-faults.test.ts. */
const account = 1;

afterEach(() => void vi.useRealTimers());

function openPool(options: Partial<ConstructorParameters<typeof BrowserPool>[1]> = {}) {
  const browsers: (RunningBrowser & { sessions: number; ended: boolean; deaf: boolean; frozen: boolean })[] = [];
  const pool = new BrowserPool(
    async () => {
      const gone = new AbortController();
      const browser = {
        name: "fake",
        gaps: [],
        processId: undefined,
        gone: gone.signal,
        answer: async () => {},
        sessions: 0,
        ended: false,
        deaf: false,
        frozen: false,
        async openSession() {
          browser.sessions += 1;
          if (browser.frozen) await new Promise(() => {});
          if (gone.signal.aborted) throw new Error("gone");
          const close = () => (browser.deaf ? new Promise<void>(() => {}) : Promise.resolve());
          return { authenticate: async () => {}, close } as unknown as BrowserSession;
        },
        settle: async () => {},
        async close() {
          browser.kill();
        },
        kill() {
          browser.ended = true;
          gone.abort();
        },
      };
      browsers.push(browser);
      return browser;
    },
    { ownMax: 3, ...options },
  );
  return { pool, browsers };
}

const take = (pool: BrowserPool, count: number) => Promise.all(Array.from({ length: count }, () => pool.take(account)));

test("tasks share a browser until eight run in it; those that wait do not count, up to fifty in all", async () => {
  const { pool, browsers } = openPool();
  const first = await take(pool, 8);
  expect(browsers).toHaveLength(1);
  await take(pool, 1);
  expect(browsers).toHaveLength(2);
  for (const lease of first) lease.suspend(true);
  await take(pool, 8);
  expect(browsers).toHaveLength(2);
  const { pool: other, browsers: others } = openPool();
  for (let waiting = 0; waiting < 48; waiting += 8) for (const lease of await take(other, 8)) lease.suspend(true);
  await take(other, 2);
  expect(others).toHaveLength(1);
  await take(other, 1);
  expect(others).toHaveLength(2);
});

test("a session is made ahead while nothing runs, and not beside a running task", async () => {
  const { pool, browsers } = openPool();
  await pool.warm();
  expect(browsers[0]?.sessions).toBe(1);
  const lease = await pool.take(account);
  expect(browsers[0]?.sessions).toBe(1);
  lease.suspend(true);
  expect(browsers[0]?.sessions).toBe(2);
  const other = await pool.take(account);
  await Promise.all([lease.close(), other.close()]);
  expect(browsers[0]?.sessions).toBe(3);
});

test("a browser that died is replaced, and concurrent tasks wait for the same new one", async () => {
  const { pool, browsers } = openPool();
  await pool.take(account);
  browsers[0]?.kill();
  await take(pool, 3);
  expect(browsers).toHaveLength(2);
});

test("if a browser freezes and is killed, a task that waits for its session gets NoBrowser, and another browser is started", async () => {
  const { pool, browsers } = openPool();
  const waiting = await pool.take(account);
  (browsers[0] as { frozen: boolean }).frozen = true;
  waiting.suspend(true);
  const [warm, taken] = [pool.warm(), pool.take(account, {})];
  browsers[0]?.kill();
  await expect(taken).rejects.toBeInstanceOf(NoBrowser);
  await warm;
  expect(browsers).toHaveLength(2);
});

test("a browser that served two hundred tasks is replaced, and ends when its last task has left", async () => {
  const { pool, browsers } = openPool();
  const stays = await pool.take(account);
  for (let served = 1; served < 200; served++) await (await pool.take(account)).close();
  expect(browsers).toHaveLength(1);
  const next = await pool.take(account);
  expect(browsers).toHaveLength(2);
  expect(browsers[0]?.ended).toBe(false);
  await stays.close();
  expect(browsers[0]?.ended).toBe(true);
  await next.close();
  expect(browsers[1]?.ended).toBe(false);
});

test("of two browsers without tasks, one is kept", async () => {
  vi.useFakeTimers();
  const { pool, browsers } = openPool();
  const ended = () => browsers.map((browser) => browser.ended);
  const leases = await take(pool, 9);
  await Promise.all(leases.slice(0, 8).map((lease) => lease.close()));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ended(), "the other one has a task").toEqual([false, false]);
  await leases[8]?.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended()).toEqual([false, true]);
});

test("tasks of different accounts do not share a browser, unless many are in use already", async () => {
  const { pool, browsers } = openPool();
  const [first] = await Promise.all([pool.take(1), pool.take(1), pool.take(2)]);
  expect(browsers.map(({ sessions }) => sessions)).toEqual([2, 1]);
  first?.suspend(true);
  await pool.take(1);
  await pool.take(3);
  expect(browsers).toHaveLength(3);
  const fourth = await pool.take(4);
  expect(browsers).toHaveLength(3);
  await fourth.close();
});

test("a browser without tasks is the next account's", async () => {
  const { pool, browsers } = openPool();
  await (await pool.take(1)).close();
  await (await pool.take(2)).close();
  expect(browsers).toHaveLength(1);
});

test("a browser in which a task's page cannot be closed is killed", async () => {
  vi.useFakeTimers();
  const { pool, browsers } = openPool();
  const lease = await pool.take(account);
  Object.assign(browsers[0] ?? {}, { deaf: true });
  const left = lease.close();
  await vi.advanceTimersByTimeAsync(20_000);
  await left;
  expect(browsers[0]?.ended).toBe(true);
});

test("a left browser that is gone, or does not answer, holds up neither a take-over nor the worker's start", async () => {
  const { pool: before, browsers } = openPool();
  const never = () => new Promise<never>(() => {});
  const leave = async () => {
    await before.take(browsers.length + 1);
    const browser = Object.assign(browsers.at(-1) as RunningBrowser, { settle: never, openSession: never });
    return { browser, pool: openPool({ left: new Map([["fake", async () => browser]]) }).pool };
  };
  const gone = await leave();
  const taking = gone.pool.takeOver({ browser: "fake" } as SavedLease, { accountId: account });
  setImmediate(gone.browser.kill);
  await expect(taking).rejects.toThrow();
  const silent = await leave();
  vi.useFakeTimers();
  const ending = silent.pool.endLeft();
  await vi.advanceTimersByTimeAsync(20_000);
  await ending;
  expect(silent.browser.gone.aborted).toBe(true);
});

test("if no browser starts, the task fails, and the next one tries again", async () => {
  let starts = 0;
  const pool = new BrowserPool(
    async () => {
      starts += 1;
      throw new Error("no such program");
    },
    { ownMax: 1 },
  );
  await expect(pool.take(account)).rejects.toBeInstanceOf(NoBrowser);
  await expect(pool.warm()).rejects.toThrow("no such program");
  expect(starts).toBe(2);
});

test("a pool that is closed ends its browsers", async () => {
  const { pool, browsers } = openPool();
  await take(pool, 9);
  await pool.close();
  expect(browsers.every(({ ended }) => ended)).toBe(true);
});

test("a browser that is kept for a time only ends when it has been without tasks for that long", async () => {
  vi.useFakeTimers();
  const { pool, browsers } = openPool({ idleMs: 1_000 });
  await (await pool.take(account)).close();
  await vi.advanceTimersByTimeAsync(900);
  const next = await pool.take(account);
  await vi.advanceTimersByTimeAsync(900);
  expect(browsers.map(({ ended }) => ended)).toEqual([false]);
  await next.close();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(browsers.map(({ ended }) => ended)).toEqual([true]);
  await pool.take(account);
  expect(browsers).toHaveLength(2);
});
