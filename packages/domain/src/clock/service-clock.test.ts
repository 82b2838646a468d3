import { afterEach, expect, test, vi } from "vitest";
import { readiness } from "../health/readiness.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { ServiceClock, type ServiceClockOptions } from "./service-clock.ts";

const readOnly = Object.assign(new Error("cannot execute UPDATE in a read-only transaction"), { code: "25006" });
const noTable = Object.assign(new Error('relation "service_clock" does not exist'), { code: "42P01" });
const full = Object.assign(new Error("could not extend file"), { code: "53100" });
const never = new AbortController().signal;

/** A clock whose database answers as told, with what it was asked and what it reported. */
function openClock(answer: (n: number) => Partial<Heartbeat> | Error | undefined) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const asked: (number | null)[] = [];
  const reports: unknown[] = [];
  const beat: ServiceClockOptions["beat"] = async (seen) => {
    asked.push(seen);
    const answered = answer(asked.length);
    if (answered instanceof Error) throw answered;
    return answered ? { tick: asked.length, advanced: true, workers: true, ...answered } : new Promise(() => {});
  };
  const clock = new ServiceClock({
    beat,
    report: ({ unavailable, ...back }) => reports.push(unavailable?.code ?? back),
  });
  return { clock, asked, reports };
}

const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1_000 + 10 * n);

afterEach(() => {
  vi.useRealTimers();
});

test("each heartbeat names the tick of the one before, a second later", async () => {
  const { clock, asked } = openClock((n) => ({ tick: 40 + n }));
  await vi.advanceTimersByTimeAsync(990);
  expect(asked).toEqual([null]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toEqual([null, 41, 42, 43]);
  await clock.stop();
});

test("a database that takes no writes is reported once, with its SQLSTATE, and once when it is back", async () => {
  const { clock, asked, reports } = openClock((n) => (n > 2 && n < 9 ? readOnly : {}));
  await seconds(1);
  expect([readiness(clock), reports]).toEqual([{ database: true, migrations: true, worker: true }, []]);
  await seconds(3);
  expect(readiness(clock)).toMatchObject({ database: false, reason: expect.stringMatching(/takes no writes.*25006/) });
  await seconds(8);
  expect(reports).toEqual(["25006", { availableAfter: 6 }]);
  expect(readiness(clock)).toMatchObject({ database: true });
  expect(asked.length, "one attempt a second").toBeLessThanOrEqual(13);
  await clock.stop();
});

test("a heartbeat without an answer is no readiness, before it has failed", async () => {
  const { clock } = openClock((n) => (n > 2 ? undefined : {}));
  await seconds(3);
  expect(readiness(clock)).toMatchObject({ database: true });
  await seconds(5);
  expect(readiness(clock)).toMatchObject({ database: false, reason: expect.stringContaining("does not answer") });
});

test("a full disk that a statement met is reported, although heartbeats go on, until none has met it for a while", async () => {
  const { clock, reports } = openClock(() => ({}));
  await seconds(1);
  for (let n = 0; n < 5; n++) {
    clock.noteShortage(full);
    expect(readiness(clock)).toMatchObject({ database: false, reason: expect.stringMatching(/disk.*full.*53100/) });
    await seconds(3);
  }
  await seconds(10);
  expect(reports).toEqual(["53100", { availableAfter: expect.any(Number) }]);
  expect(readiness(clock)).toMatchObject({ database: true });
  await clock.stop();
});

test("missing tables are told as missing migrations", async () => {
  const { clock } = openClock(() => noTable);
  await seconds(1);
  expect(readiness(clock)).toMatchObject({
    database: true,
    migrations: false,
    reason: expect.stringContaining("migrate"),
  });
  await clock.stop();
});

test("who waits for a heartbeat is told of the next answer, and of nothing after an abort", async () => {
  const { clock } = openClock((n) => (n === 2 ? readOnly : { tick: n }));
  const stop = new AbortController();
  const [next, aborted] = [clock.next(never), clock.next(stop.signal).catch((reason: Error) => reason.message)];
  stop.abort(new Error("stopped"));
  await seconds(4);
  expect(await next).toMatchObject({ tick: 1 });
  expect(await aborted).toBe("stopped");
  await clock.stop();
});
