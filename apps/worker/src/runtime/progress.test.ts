import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Beginnings, Progress } from "./progress.ts";

const recorded: [steps: number[], maySubmit: boolean][] = [];
/** Resolves the record that is under way, with the ids of its steps with pictures. */
let done = (_picturedIds: number[] = []) => {};
const record = ({ steps, maySubmit }: Beginnings) => {
  recorded.push([steps.map(({ step }) => step), maySubmit]);
  return new Promise<number[]>((resolve) => {
    done = (picturedIds = []) => resolve(picturedIds);
  });
};

const place = (number: number) => ({ number, path: [number - 1] });

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

test("a step is recorded half a second after it began, and the next one waits for that", async () => {
  const progress = new Progress(record);
  await progress.begin(place(1), false);
  await vi.advanceTimersByTimeAsync(499);
  expect(recorded).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(recorded).toEqual([[[1], false]]);
  let begun = false;
  const next = progress.begin(place(2), false).then(() => {
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

test("a picture is recorded with its step, unless that is recorded already", async () => {
  const progress = new Progress(record);
  const [first, second, third] = [place(1), place(2), place(3)];
  for (const one of [first, second, third]) await progress.begin(one, false);
  const firstId = progress.addPicture(first, Buffer.from("1"));
  const thirdId = progress.addPicture(third, Buffer.from("3"));
  expect(firstId?.()).toBeNull();
  const writing = progress.recorded();
  await vi.waitFor(() => expect(recorded).toHaveLength(1), { timeout: 60_000 });
  expect(progress.addPicture(second, Buffer.from("2"))).toBeUndefined();
  done([11, 13]);
  await writing;
  expect([firstId?.(), thirdId?.()]).toEqual([11, 13]);
});

test("a step may submit something at once where a second ago it was recorded that the task may", async () => {
  const progress = new Progress(record);
  const submit = async (number: number) => {
    await progress.begin(place(number), true);
    const submitting = progress.submittable();
    await vi.advanceTimersByTimeAsync(0);
    done();
    await submitting;
  };
  await progress.begin(place(1), false);
  void progress.recorded();
  await vi.advanceTimersByTimeAsync(0);
  done();
  await submit(2);
  expect(recorded).toEqual([
    [[1], false],
    [[2], true],
  ]);
  await vi.advanceTimersByTimeAsync(400);
  await submit(3);
  expect(recorded, "recorded with the next one").toHaveLength(2);
  await vi.advanceTimersByTimeAsync(500);
  done();
  await vi.advanceTimersByTimeAsync(1_000);
  await submit(4);
  expect(recorded.slice(2)).toEqual([
    [[3], true],
    [[4], true],
  ]);
});
