import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Beginnings, Progress } from "./progress.ts";

const recorded: [steps: number[], maySubmit: boolean][] = [];
/** Resolves the record that is under way. */
let done = () => {};
const record = ({ steps, maySubmit }: Beginnings) => {
  recorded.push([steps.map(({ number }) => number), maySubmit]);
  return new Promise<void>((resolve) => {
    done = resolve;
  });
};

const place = (number: number) => ({ number, path: [number - 1], type: "PAUSE" as const });

beforeEach(() => {
  recorded.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("steps are recorded together, with the one that may submit something", async () => {
  const progress = new Progress(record);
  for (const step of [1, 2]) await progress.begin(place(step), false);
  await progress.begin(place(3), true);
  expect(recorded).toEqual([]);
  const writing = progress.recorded();
  await vi.waitFor(() => expect(recorded).toEqual([[[1, 2, 3], true]]), { timeout: 60_000 });
  done();
  await writing;
});

test("steps of all tasks are recorded at the same moment, at most 0.7 s after they began, and the next ones wait for that", async () => {
  const [progress, other] = [new Progress(record), new Progress(record)];
  await progress.begin(place(1), false);
  await vi.advanceTimersByTimeAsync(200);
  await other.begin(place(2), false);
  const times: number[] = [];
  for (let ms = 200; ms <= 700; ms++) {
    times.push(recorded.length);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(recorded).toEqual([
    [[1], false],
    [[2], false],
  ]);
  expect(new Set(times), "none before the other").toEqual(new Set([0, 2]));
  let begun = false;
  const next = other.begin(place(3), false).then(() => {
    begun = true;
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toBe(false);
  done();
  await next;
  expect(begun).toBe(true);
});

test("nothing is written where nothing has begun", async () => {
  await new Progress(record).recorded();
  expect(recorded).toEqual([]);
});

test("what could not be recorded fails the steps after it", async () => {
  const progress = new Progress(() => Promise.reject(new Error("another worker has it")));
  await progress.begin(place(1), false);
  await expect(progress.recorded()).rejects.toThrow("another worker has it");
  await expect(progress.begin(place(2), false)).rejects.toThrow("another worker has it");
});

test("steps are recorded together with something else, and tried again at the end where that failed", async () => {
  const progress = new Progress(record);
  await progress.begin(place(1), false);
  const failing = progress.recordedBy(() => Promise.reject(new Error("no database")));
  await expect(failing).rejects.toThrow("no database");
  await expect(progress.recorded()).rejects.toThrow("no database");
  void progress.begin(place(2), true).catch(() => {});
  const written = progress.recordedAtEnd(async ({ steps }) => steps.map(({ nth, number }) => [nth, number]));
  expect(await written).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(recorded).toEqual([]);
});

test("a picture is recorded with its step, unless that is recorded already or has one", async () => {
  const progress = new Progress(record);
  for (const number of [1, 2, 3]) await progress.begin(place(number), false);
  const added = () => [1, 3].map((nth) => progress.addPicture(nth, Buffer.from(String(nth))));
  expect(added()).toEqual([true, true]);
  expect(added()).toEqual([false, false]);
  const pictures = await progress.recordedBy(async ({ steps }) => steps.map(({ picture }) => picture?.toString()));
  expect(pictures).toEqual(["1", undefined, "3"]);
  expect(progress.addPicture(2, Buffer.from("2"))).toBe(false);
});

describe("a step may submit something at once", () => {
  const submit = async (progress: Progress, number: number) => {
    await progress.begin(place(number), true);
    const submitting = progress.submittable();
    await vi.advanceTimersByTimeAsync(0);
    done();
    await submitting;
  };

  test("where it was recorded less than three seconds ago that the task may", async () => {
    const progress = new Progress(record);
    await progress.begin(place(1), false);
    void progress.recorded();
    await vi.advanceTimersByTimeAsync(0);
    done();
    await submit(progress, 2);
    expect(recorded).toEqual([
      [[1], false],
      [[2], true],
    ]);
    await vi.advanceTimersByTimeAsync(2_900);
    await submit(progress, 3);
    expect(recorded, "recorded with the next one").toHaveLength(2);
    await vi.advanceTimersByTimeAsync(700);
    done();
    await vi.advanceTimersByTimeAsync(3_000);
    await submit(progress, 4);
    expect(recorded.slice(2)).toEqual([
      [[3], true],
      [[4], true],
    ]);
  });

  test("while heartbeats find the task as one that may, and not for longer", async () => {
    const progress = new Progress(record);
    await submit(progress, 1);
    for (let second = 0; second < 10; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      progress.submittableAt(performance.now());
    }
    await submit(progress, 2);
    expect(recorded).toEqual([[[1], true]]);
    await vi.advanceTimersByTimeAsync(700);
    done();
    await vi.advanceTimersByTimeAsync(3_000);
    await submit(progress, 3);
    expect(recorded.slice(1)).toEqual([
      [[2], true],
      [[3], true],
    ]);
  });
});
