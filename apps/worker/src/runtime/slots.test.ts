import { expect, test, vi } from "vitest";
import { type Slot, Slots } from "./slots.ts";

const never = new AbortController().signal;
const [ada, bob] = [1, 2];

function newSlots(slots: number, { waitingMax = 10, slotsPerAccount = 0, onFree = () => {} } = {}): Slots {
  return new Slots({ slots, slotsPerAccount, waitingMax, waitingPerAccount: 0 }, onFree);
}

/** The slot of a new task with a late variable. */
function run(slots: Slots, accountId = ada, late = ["code"]): Slot {
  const slot = slots.take();
  if (!slot) throw new Error("no slot is free");
  return slot.assign({ accountId, late });
}

/** The slot of a task that waits. */
function wait(slots: Slots, accountId = ada): Slot {
  const slot = run(slots, accountId);
  slot.suspend();
  return slot;
}

test("no more tasks run than there are slots; one that waits gives its slot to another, and its end frees nothing twice", () => {
  const slots = newSlots(1);
  const waiting = wait(slots);
  run(slots);
  expect(slots.take()).toBeUndefined();
  waiting.release();
  waiting.release();
  expect([slots.used, slots.suspended]).toEqual([1, 0]);
});

test("of several accounts the one with the fewest slots resumes first, and its tasks in the order in which their values came", async () => {
  const slots = newSlots(2, { waitingMax: 20 });
  const [one, two, other] = [wait(slots), wait(slots), wait(slots, bob)];
  const [running, more] = [run(slots), run(slots)];
  const went: string[] = [];
  const all = Promise.all([
    two.resume(never).then(() => went.push("Ada's second")),
    one.resume(never).then(() => went.push("Ada's first")),
    other.resume(never).then(() => went.push("Bob's")),
  ]);
  running.release();
  expect(slots.take()).toBeUndefined();
  await expect.poll(() => went).toEqual(["Bob's"]);
  more.release();
  other.release();
  await all;
  expect(went).toEqual(["Bob's", "Ada's second", "Ada's first"]);
});

test("while new tasks are claimed, they are offered every other slot; one that nobody takes resumes a task", async () => {
  const slots = newSlots(1, { waitingMax: 20 });
  slots.startClaiming();
  const waiting = [wait(slots), wait(slots), wait(slots)] as const;
  const running = run(slots);
  const resumed: number[] = [];
  waiting.forEach((slot, n) => void slot.resume(never).then(() => resumed.push(n)));
  running.release();
  await expect.poll(() => resumed).toEqual([0]);
  waiting[0].release();
  const offered = slots.take();
  expect(slots.claimRules().excluded).toEqual([ada]);
  offered?.putBack();
  await expect.poll(() => resumed).toEqual([0, 1]);
  waiting[1].release();
  await expect.poll(() => resumed).toEqual([0, 1, 2]);
});

test("a slot that is offered to new tasks resumes a task when no more are claimed", async () => {
  const slots = newSlots(1);
  slots.startClaiming();
  const [first, second, running] = [wait(slots), wait(slots), run(slots)];
  const resumed = first.resume(never);
  const both = Promise.all([resumed, second.resume(never)]);
  running.release();
  await resumed;
  first.release();
  expect(slots.used).toBe(0);
  slots.stopClaiming();
  await both;
  expect(slots.used).toBe(1);
});

test("an account at its limit resumes when one of its own tasks releases its slot", async () => {
  const slots = newSlots(3, { slotsPerAccount: 1 });
  const [waiting, running] = [wait(slots), run(slots)];
  const resumed = waiting.resume(never);
  expect(slots.used).toBe(1);
  running.release();
  await resumed;
  expect(slots.used).toBe(1);
});

test("a task that is stopped while it waits for a slot is not resumed", async () => {
  const slots = newSlots(1);
  const [waiting, running] = [wait(slots), run(slots)];
  const stop = new AbortController();
  const resumed = waiting.resume(stop.signal);
  stop.abort(new Error("stopped"));
  await expect(resumed).rejects.toThrow("stopped");
  waiting.release();
  running.release();
  expect(slots.take()).toBeDefined();
});

test("a waiting place is held from claim to end, and only by tasks with late variables", () => {
  const slots = newSlots(4, { waitingMax: 2 });
  run(slots, ada, []).release();
  const [first, second] = [run(slots), run(slots, bob)];
  expect(slots.full).toBe(true);
  first.suspend();
  expect(slots.full).toBe(true);
  second.release();
  expect(slots.full).toBe(false);
});

test("a task without late variables, whose page a person has, keeps its slot unless there is a waiting place for it", async () => {
  const slots = newSlots(4, { waitingMax: 2 });
  const [first, second, late] = [run(slots, ada, []), run(slots, bob, []), run(slots, bob)];
  first.suspend();
  expect([slots.suspended, slots.used, slots.full]).toEqual([1, 2, true]);
  second.suspend();
  expect([slots.suspended, slots.used]).toEqual([1, 2]);
  await second.resume(never);
  late.release();
  second.suspend();
  expect([slots.suspended, slots.used]).toEqual([2, 0]);
  first.release();
  second.release();
  expect([slots.suspended, slots.full]).toEqual([0, false]);
});

test("onFree is called when a slot or a waiting place becomes free, not when a claim found no task", () => {
  const onFree = vi.fn();
  const slots = newSlots(2, { onFree });
  slots.take()?.putBack();
  expect(onFree).not.toHaveBeenCalled();
  run(slots).release();
  expect(onFree).toHaveBeenCalledTimes(1);
  const waiting = wait(slots);
  expect(onFree).toHaveBeenCalledTimes(2);
  waiting.release();
  expect(onFree).toHaveBeenCalledTimes(3);
});
