import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Beginnings, Progress, type StepBeginning, stepNumber } from "./progress.ts";
import type { Visit } from "./walk-steps.ts";

const recorded: [steps: number[], maySubmit: boolean][] = [];
/** Resolves the record that is under way. */
let done = () => {};
const record = ({ steps, maySubmit }: Beginnings) => {
  recorded.push([steps.map(({ path }) => stepNumber(path)), maySubmit]);
  return new Promise<void>((resolve) => {
    done = resolve;
  });
};

const visitOf = (number: number): Visit => ({
  step: { type: "PAUSE", seconds: { permanent: 1 } },
  path: [number - 1],
  runs: [],
});

beforeEach(() => {
  recorded.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("steps are recorded together, with the one that may submit something, and nothing where none has begun", async () => {
  const progress = new Progress(record);
  await progress.recorded();
  for (const step of [1, 2]) await progress.begin(visitOf(step), false);
  await progress.begin(visitOf(3), true);
  expect(recorded).toEqual([]);
  const writing = progress.recorded();
  await vi.waitFor(() => expect(recorded).toEqual([[[1, 2, 3], true]]), { timeout: 60_000 });
  done();
  await writing;
});

test("steps of all tasks are recorded at the same moment, and the next ones wait for that", async () => {
  const [progress, other] = [new Progress(record), new Progress(record)];
  await progress.begin(visitOf(1), false);
  await vi.advanceTimersByTimeAsync(200);
  await other.begin(visitOf(2), false);
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
  const next = other.begin(visitOf(3), false).then(() => {
    begun = true;
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toBe(false);
  done();
  await next;
  expect(begun).toBe(true);
});

test("a step that begins just before that moment is recorded at the next one", async () => {
  const progress = new Progress(record);
  await vi.advanceTimersByTimeAsync(550 - (performance.now() % 700));
  await progress.begin(visitOf(1), false);
  await vi.advanceTimersByTimeAsync(840);
  expect(recorded).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(recorded).toEqual([[[1], false]]);
});

test("steps are recorded together with something else; where that failed, the steps after them fail, and all are tried again at the end", async () => {
  const progress = new Progress(record);
  await progress.begin(visitOf(1), false);
  const failing = progress.recordedBy(() => Promise.reject(new Error("no database")));
  await expect(failing).rejects.toThrow("no database");
  await expect(progress.recorded()).rejects.toThrow("no database");
  await expect(progress.begin(visitOf(2), true)).rejects.toThrow("no database");
  const written = progress.recordedAtEnd(async ({ steps }) => steps.map(({ nth, path }) => [nth, stepNumber(path)]));
  expect(await written).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(recorded).toEqual([]);
});

test("a picture is recorded with its step, unless that has one, or with the next steps where it is recorded already", async () => {
  const progress = new Progress(record);
  const visits = [1, 2, 3].map(visitOf);
  for (const one of visits) await progress.begin(one, false);
  const add = (nth: number) => {
    const step = progress.beginningOf(visits[nth - 1] as Visit) as StepBeginning;
    return progress.addPicture(step, Buffer.from(String(nth)));
  };
  const written = () =>
    progress.recordedBy(async ({ steps }) =>
      steps.map(({ path, picture, isRecorded }) => [stepNumber(path), picture?.toString(), isRecorded]),
    );
  expect([add(3), add(1), add(3), add(1)]).toEqual([true, true, false, false]);
  expect(await written()).toEqual([
    [1, "1", false],
    [2, undefined, false],
    [3, "3", false],
  ]);
  await progress.begin(visitOf(4), false);
  expect([add(2), add(3)]).toEqual([true, false]);
  expect(await written()).toEqual([
    [2, "2", true],
    [4, undefined, false],
  ]);
});

test("a picture alone is recorded within 0.7 s", async () => {
  const progress = new Progress(record);
  const here = visitOf(1);
  await progress.begin(here, false);
  await progress.recordedBy(async () => {});
  progress.addPicture(progress.beginningOf(here) as StepBeginning, Buffer.from("1"));
  await vi.advanceTimersByTimeAsync(700);
  expect(recorded).toEqual([[[1], false]]);
  done();
});

describe("a step may submit something at once", () => {
  const submit = async (progress: Progress, number: number) => {
    await progress.begin(visitOf(number), true);
    const submitting = progress.submittable();
    await vi.advanceTimersByTimeAsync(0);
    done();
    await submitting;
  };

  test("where it was recorded less than three seconds ago that the task may", async () => {
    const progress = new Progress(record);
    await progress.begin(visitOf(1), false);
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
