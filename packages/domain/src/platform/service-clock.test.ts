import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { readiness } from "./health.ts";
import { type Heartbeat, ServiceClock, type ServiceClockOptions } from "./heartbeat.ts";

const readOnly = Object.assign(new Error("cannot execute UPDATE in a read-only transaction"), { code: "25006" });
const noTable = Object.assign(new Error('relation "service_clock" does not exist'), { code: "42P01" });
const full = Object.assign(new Error("could not extend file"), { code: "53100" });
const never = new AbortController().signal;

/** A clock with a scripted database, the ticks that it was sent, and what the clock reported. */
function openClock(answer: (n: number) => Partial<Heartbeat> | Error | undefined) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const asked: (number | null)[] = [];
  const reports: unknown[] = [];
  const beat: ServiceClockOptions["beat"] = async (seen) => {
    asked.push(seen);
    const answered = answer(asked.length);
    if (answered instanceof Error) throw answered;
    const usual = { tick: asked.length, advanced: true, workers: true, recoverable: false };
    return answered ? { ...usual, ...answered } : new Promise(() => {});
  };
  const clock = new ServiceClock({ beat, report: ({ unavailable, ...back }) => reports.push(unavailable ?? back) });
  onTestFinished(() => void clock.stop());
  return { clock, asked, reports };
}

const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1_000 + 10 * n);

afterEach(() => {
  vi.useRealTimers();
});

test("each heartbeat names the previous one's tick, a second later", async () => {
  const { asked } = openClock((n) => ({ tick: 40 + n }));
  await vi.advanceTimersByTimeAsync(990);
  expect(asked).toEqual([null]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toEqual([null, 41, 42, 43]);
});

test("a process that starts before the worker is ready soon after it, and does not advance the clock for that", async () => {
  const { clock, asked } = openClock((n) => ({ tick: 40, workers: n > 4 }));
  await vi.advanceTimersByTimeAsync(350);
  expect(readiness(clock, true)).toMatchObject({ worker: false });
  await vi.advanceTimersByTimeAsync(100);
  expect(readiness(clock, true)).toMatchObject({ worker: true });
  expect(asked).toEqual([null, null, null, null, null]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.slice(5)).toEqual([40, 40]);
});

test("an installation without workers sends a heartbeat a second", async () => {
  const { asked } = openClock(() => ({ workers: false }));
  await vi.advanceTimersByTimeAsync(15_000);
  const before = asked.length;
  await seconds(10);
  expect(asked.length - before).toBe(10);
});

test("a database that accepts no writes is logged once, with its SQLSTATE, and once when it is available again", async () => {
  const { clock, asked, reports } = openClock((n) => (n > 2 && n < 9 ? readOnly : {}));
  await seconds(1);
  expect([readiness(clock, true), reports]).toEqual([{ database: true, migrations: true, worker: true }, []]);
  await seconds(3);
  expect(readiness(clock, true)).toMatchObject({ database: false, outage: "25006" });
  await seconds(8);
  expect(reports).toEqual(["25006", { availableAfter: 6 }]);
  expect(readiness(clock, true)).toMatchObject({ database: true });
  expect(asked.length, "one attempt a second").toBeLessThanOrEqual(13);
});

test("a heartbeat without a response ends readiness even before it fails", async () => {
  const { clock } = openClock((n) => (n > 2 ? undefined : {}));
  await seconds(3);
  expect(readiness(clock, true)).toMatchObject({ database: true });
  await seconds(5);
  expect(readiness(clock, true)).toMatchObject({ database: false, outage: "silent" });
});

test("a full disk that a statement reports ends readiness, although heartbeats succeed, until no statement has for a while", async () => {
  const { clock, reports } = openClock(() => ({}));
  await seconds(1);
  for (let n = 0; n < 5; n++) {
    clock.noteShortage(full);
    expect(readiness(clock, true)).toMatchObject({ database: false, outage: "53100" });
    await seconds(3);
  }
  await seconds(10);
  expect(reports).toEqual(["53100", { availableAfter: expect.any(Number) }]);
  expect(readiness(clock, true)).toMatchObject({ database: true });
});

test("migrations that are missing are reported, whether or not heartbeats need their tables", async () => {
  const { clock: healthy } = openClock(() => ({}));
  await seconds(1);
  expect(readiness(healthy, false)).toEqual({ database: true, migrations: false, worker: true });
  const { clock } = openClock(() => noTable);
  await seconds(1);
  expect(readiness(clock, true)).toMatchObject({ database: true, migrations: false, outage: "42P01" });
});

test("waiting for a heartbeat resolves at the next response, and rejects when aborted", async () => {
  const { clock } = openClock((n) => (n === 2 ? readOnly : { tick: n }));
  const stop = new AbortController();
  const [next, aborted] = [clock.next(never), clock.next(stop.signal).catch((reason: Error) => reason.message)];
  stop.abort(new Error("stopped"));
  await seconds(4);
  expect(await next).toMatchObject({ tick: 1 });
  expect(await aborted).toBe("stopped");
});
