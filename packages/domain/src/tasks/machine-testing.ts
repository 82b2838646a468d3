import type { VariableState } from "@gatepost/db/enums";
import fc from "fast-check";
import { maxClaims } from "./finish-task.ts";
import { isFinal, type TaskState } from "./states.ts";

/**
 * A task with one late variable as a pure state machine: what the statements of this folder do, without a database.
 * Tests compare the two, and run the machine ten thousand times with a clock of its own. Times are ticks of that clock.
 */
export interface Machine {
  state: TaskState;
  /** Whether it is kept out of the queue until the earlier tasks of its session have ended. */
  held: boolean;
  fence: number;
  /** How often it was claimed. */
  claims: number;
  maySubmit: boolean;
  variable: VariableState;
  value: unknown;
  /** The value that the site has just refused. */
  refused: unknown;
  /** How often the value was asked for. */
  attempt: number;
  /** Until when the wait lasts; null while none is under way. */
  deadline: number | null;
  error: string | null;
  /** Which of its account's calls ended it; null: none did. */
  endedBy: "cancel" | "decline" | null;
  /** Where the price is. */
  money: "held" | "captured" | "released";
}

export type Event =
  | { kind: "claim" }
  | { kind: "begin"; fence: number; maySubmit: boolean }
  | { kind: "take"; fence: number; timeout: number }
  | { kind: "push"; value: unknown }
  | { kind: "ready"; fence: number }
  | { kind: "fail"; fence: number; error: string }
  | { kind: "expire"; fence: number }
  | { kind: "return"; fence: number; lost: boolean }
  | { kind: "ask again"; fence: number }
  /** A repetition asks for its next value. */
  | { kind: "ask anew"; fence: number }
  | { kind: "cancel" }
  /** A person declines to give the value. */
  | { kind: "decline" }
  | { kind: "extend"; seconds: number }
  | { kind: "lose" };

/** The reply to the caller of the event. */
export type Reply =
  | "done"
  | "gone"
  | "waiting"
  | "supplied"
  | "early"
  | "ERROR_TASK_FINISHED"
  | "exhausted"
  | "unexpected"
  | "ERROR_VARIABLE_ALREADY_SET"
  | "ERROR_VARIABLE_NOT_EXPECTED"
  | "ERROR_VARIABLE_REFUSED";

/** How often the machine lets a template ask for one value. */
export const maxAttempts = 3;

const newMachine: Machine = {
  state: "queued",
  held: false,
  fence: 0,
  claims: 0,
  maySubmit: false,
  variable: "awaited",
  value: undefined,
  refused: undefined,
  attempt: 1,
  deadline: null,
  error: null,
  endedBy: null,
  money: "held",
};

/** Three tasks of one session as they are created: the first one is let into the queue. */
export const newSession: Machine[] = [newMachine, { ...newMachine, held: true }, { ...newMachine, held: true }];

type Equality = (a: unknown, b: unknown) => boolean;

/** Tasks of one session, in the order in which they were created, after an event of one of them, and the reply. `sameValue` is deep equality of JSON. */
export function step(
  tasks: readonly Machine[],
  place: number,
  event: Event,
  now: number,
  sameValue: Equality,
): [Machine[], Reply] {
  const [changed, reply] = stepOfTask(tasks[place] as Machine, event, now, sameValue);
  const all = tasks.with(place, changed);
  // Once no task is open, the next one is let into the queue.
  const next = all.some(isOpen) ? -1 : all.findIndex(({ held }) => held);
  return [next < 0 ? all : all.with(next, { ...(all[next] as Machine), held: false }), reply];
}

/** Whether a task of a session keeps the others held. */
export function isOpen({ held, state }: Machine): boolean {
  return !held && !isFinal(state);
}

function stepOfTask(task: Machine, event: Event, now: number, sameValue: Equality): [Machine, Reply] {
  if (event.kind === "push") return push(task, event.value, sameValue);
  if (event.kind === "claim")
    return task.state === "queued" && !task.held
      ? [{ ...task, state: "running", fence: task.fence + 1, claims: task.claims + 1, maySubmit: false }, "done"]
      : [task, "gone"];

  if (event.kind === "cancel" || event.kind === "decline") {
    if (isFinal(task.state)) return [task, task.endedBy === event.kind ? "done" : "ERROR_TASK_FINISHED"];
    if (event.kind === "decline" && task.variable === "taken") return [task, "ERROR_VARIABLE_ALREADY_SET"];
    return [{ ...ended(task, "ERROR_TASK_CANCELED"), endedBy: event.kind }, "done"];
  }
  if (event.kind === "extend") {
    if (isFinal(task.state)) return [task, "ERROR_TASK_FINISHED"];
    if (task.variable === "taken") return [task, "ERROR_VARIABLE_ALREADY_SET"];
    if (task.deadline === null || task.variable !== "awaited" || task.state !== "waiting")
      return [task, "ERROR_VARIABLE_NOT_EXPECTED"];
    return [{ ...task, deadline: Math.max(task.deadline, now + event.seconds) }, "done"];
  }

  const heldTasks = task.state === "running" || task.state === "waiting";
  if (event.kind === "lose") {
    if (!heldTasks) return [task, "gone"];
    const hopeless = task.maySubmit || task.claims >= maxClaims;
    return [hopeless ? ended(task, "ERROR_WORKER_LOST") : requeued(task), "done"];
  }
  if (!heldTasks || event.fence !== task.fence) return [task, "gone"];

  switch (event.kind) {
    case "begin":
      return [{ ...task, state: "running", maySubmit: task.maySubmit || event.maySubmit }, "done"];
    case "take":
      if (task.variable === "awaited")
        return [{ ...task, state: "waiting", deadline: task.deadline ?? now + event.timeout }, "waiting"];
      return [{ ...task, state: "running", variable: "taken", deadline: null }, "done"];
    case "ready":
      return task.state === "running" ? [ended(task, null), "done"] : [task, "gone"];
    case "fail":
      return [ended(task, event.error), "done"];
    case "expire":
      if (task.variable !== "awaited") return [task, "supplied"];
      if (task.deadline === null || task.deadline > now) return [task, "early"];
      return [ended(task, "ERROR_VARIABLE_TIMEOUT"), "done"];
    case "ask again":
      // It is open already, because an earlier response was lost.
      if (task.variable !== "taken") return [task, "done"];
      if (task.attempt >= maxAttempts) return [task, "exhausted"];
      return [{ ...askedFor(task), attempt: task.attempt + 1, refused: task.value }, "done"];
    case "ask anew":
      if (task.variable !== "taken") return [task, "done"];
      // The earlier run's value is gone.
      return [{ ...askedFor(task), attempt: 1, refused: undefined, maySubmit: true }, "done"];
    case "return":
      if (task.maySubmit || (event.lost && task.claims >= maxClaims)) return [task, "gone"];
      return [requeued(task), "done"];
  }
}

function push(task: Machine, value: unknown, sameValue: Equality): [Machine, Reply] {
  if (isFinal(task.state)) return [task, "ERROR_TASK_FINISHED"];
  if (task.variable !== "taken" && task.refused !== undefined && sameValue(task.refused, value))
    return [task, "ERROR_VARIABLE_REFUSED"];
  if (task.variable !== "awaited" && sameValue(task.value, value)) return [task, "done"];
  if (task.variable === "taken") return [task, "ERROR_VARIABLE_ALREADY_SET"];
  // A worker is waiting: the push itself delivers the value.
  if (task.state === "waiting" && task.deadline !== null)
    return [{ ...task, state: "running", variable: "taken", value, deadline: null }, "done"];
  return [{ ...task, variable: "supplied", value }, "done"];
}

function askedFor(task: Machine): Machine {
  return { ...task, variable: "awaited", value: undefined, deadline: null };
}

/** Another worker will run the task from its start; values taken before are kept for it. */
function requeued(task: Machine): Machine {
  const variable = task.variable === "taken" ? "supplied" : task.variable;
  return { ...task, state: "queued", fence: task.fence + 1, variable, deadline: null };
}

/** At the end the value is wiped, and the price is captured or released. */
function ended(task: Machine, error: string | null): Machine {
  return {
    ...task,
    state: error ? "failed" : "ready",
    held: false,
    error,
    value: undefined,
    deadline: null,
    money: error ? "released" : "captured",
  };
}

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

/** What happens to the tasks of a session, with seconds that pass before each event. `age`: by how much its fence is older than the task's. */
export const run = fc.array(
  fc.record({
    place: fc.constantFrom(0, 0, 0, 1, 1, 2),
    event: generatedEvent,
    age: fc.constantFrom(0, 0, 0, 0, 1),
    wait: fc.constantFrom(0, 10, 60, 150),
  }),
  { minLength: 24, maxLength: 60 },
);

export function withFence(event: Event, task: Machine, age: number): Event {
  return "fence" in event ? { ...event, fence: task.fence - age } : event;
}
