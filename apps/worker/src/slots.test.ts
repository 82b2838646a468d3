import { expect, test, vi } from "vitest";
import { type Slot, Slots } from "./slots.ts";

const never = new AbortController().signal;

test("no more tasks run than there are slots", () => {
  const slots = new Slots(2, 10);
  expect(slots.takeFree()).toHaveLength(2);
  expect(slots.takeFree()).toHaveLength(0);
  expect(slots.busy).toBe(2);
});

test("a task that waits gives its slot to another, and its end frees nothing twice", () => {
  const slots = new Slots(1, 10);
  const [waiting] = slots.takeFree();
  expect(waiting?.rest()).toBe(true);
  expect(slots.takeFree()).toHaveLength(1);
  waiting?.release();
  waiting?.release();
  expect(slots.busy).toBe(1);
});

test("tasks whose value came go on in the order in which they asked, before any new task", async () => {
  const slots = new Slots(1, 10);
  const went: string[] = [];
  const first = take(slots);
  first.rest();
  const second = take(slots);
  second.rest();
  const third = take(slots);
  const both = Promise.all([
    second.resume(never).then(() => went.push("second")),
    first.resume(never).then(() => went.push("first")),
  ]);
  third.release();
  expect(slots.takeFree()).toHaveLength(0);
  await vi.waitFor(() => expect(went).toEqual(["second"]));
  second.release();
  await both;
  expect(went).toEqual(["second", "first"]);
});

test("only so many may wait without a slot; the next one keeps its own", () => {
  const slots = new Slots(2, 1);
  const [first, second] = slots.takeFree();
  expect(first?.rest()).toBe(true);
  expect(second?.rest()).toBe(false);
  expect(slots.busy).toBe(1);
});

test("a task that is stopped while it waits for a slot leaves the queue", async () => {
  const slots = new Slots(1, 10);
  const waiting = take(slots);
  waiting.rest();
  const running = take(slots);
  const stop = new AbortController();
  const resumed = waiting.resume(stop.signal);
  stop.abort(new Error("stopped"));
  await expect(resumed).rejects.toThrow("stopped");
  waiting.release();
  running.release();
  expect(slots.takeFree()).toHaveLength(1);
});

test("a free slot is announced when a task ends, not when a claim found none", () => {
  const onFree = vi.fn();
  const slots = new Slots(1, 1, onFree);
  take(slots).putBack();
  expect(onFree).not.toHaveBeenCalled();
  take(slots).release();
  expect(onFree).toHaveBeenCalledOnce();
});

function take(slots: Slots): Slot {
  const [slot] = slots.takeFree();
  if (!slot) throw new Error("no slot is free");
  return slot;
}
