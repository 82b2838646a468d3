import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Beginnings, Progress } from "./progress.ts";

const recorded: [steps: number[], maySubmit: boolean][] = [];
/** Resolves the record that is under way. */
let done = () => {};
const record = ({ steps, maySubmit }: Beginnings) => {
  recorded.push([steps.map(({ step }) => step), maySubmit]);
  return new Promise<void>((resolve) => {
    done = resolve;
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
  await vi.waitFor(() => expect(recorded).toEqual([[[1, 2, 3], true]]));
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
