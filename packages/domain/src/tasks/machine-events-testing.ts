import fc from "fast-check";
import { type Event, type Machine, newMachine } from "./machine-testing.ts";

/** A generated event. Its fence is relative to the task's, so that old fences occur often. */
type Generated = { event: Event; age: number; wait: number };

const value = fc.constantFrom<unknown>("1", 1, null, { a: 1 });
const generatedEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Event>({ kind: "claim" }) },
  { weight: 3, arbitrary: fc.boolean().map((maySubmit): Event => ({ kind: "begin", fence: 0, maySubmit })) },
  { weight: 4, arbitrary: fc.constant<Event>({ kind: "take", fence: 0, timeout: 100 }) },
  { weight: 4, arbitrary: value.map((generated): Event => ({ kind: "push", value: generated })) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: "ready", fence: 0 }) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: "fail", fence: 0, error: "ERROR_STEP_FAILED" }) },
  { weight: 2, arbitrary: fc.constant<Event>({ kind: "expire", fence: 0 }) },
  { weight: 1, arbitrary: fc.boolean().map((lost): Event => ({ kind: "return", fence: 0, lost })) },
  { weight: 2, arbitrary: fc.constant<Event>({ kind: "lose" }) },
  { weight: 2, arbitrary: fc.constant<Event>({ kind: "ask again", fence: 0 }) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: "ask anew", fence: 0 }) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: "cancel" }) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: "decline" }) },
  { weight: 2, arbitrary: fc.constantFrom(1, 200).map((seconds): Event => ({ kind: "extend", seconds })) },
);
/** What happens to one task, with seconds that pass before each event. */
export const run = fc.array(
  fc.record<Generated>({
    event: generatedEvent,
    age: fc.constantFrom(0, 0, 0, 0, 1),
    wait: fc.constantFrom(0, 10, 60, 150),
  }),
  { minLength: 4, maxLength: 32 },
);

/** The event with a fence: the task's, or one that is so much older. */
export function withFence(event: Event, task: Machine, age: number): Event {
  return "fence" in event ? { ...event, fence: task.fence - age } : event;
}

/** What happens to three tasks of one session. */
export const runOfSession = fc.array(
  fc.record({ place: fc.nat({ max: 2 }), event: generatedEvent, age: fc.constantFrom(0, 0, 0, 0, 1) }),
  { minLength: 8, maxLength: 48 },
);

/** Three tasks of one session as they are created: the first one is let into the queue. */
export const newSession: Machine[] = [newMachine, { ...newMachine, held: true }, { ...newMachine, held: true }];
