import type { VariableState } from "@gatepost/db/enums";
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
  /** The earlier tasks of its session have ended. */
  | { kind: "release" }
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

export const newMachine: Machine = {
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

/** The machine after the event, and the reply. `sameValue` is deep equality of JSON. */
export function step(
  task: Machine,
  event: Event,
  now: number,
  sameValue: (a: unknown, b: unknown) => boolean,
): [Machine, Reply] {
  if (event.kind === "push") return push(task, event.value, sameValue);
  if (event.kind === "claim")
    return task.state === "queued" && !task.held
      ? [{ ...task, state: "running", fence: task.fence + 1, claims: task.claims + 1, maySubmit: false }, "done"]
      : [task, "gone"];

  if (event.kind === "release") return task.held ? [{ ...task, held: false }, "done"] : [task, "gone"];
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
      return [
        {
          ...task,
          variable: "awaited",
          attempt: task.attempt + 1,
          refused: task.value,
          value: undefined,
          deadline: null,
        },
        "done",
      ];
    case "ask anew":
      if (task.variable !== "taken") return [task, "done"];
      return [
        {
          ...task,
          variable: "awaited",
          attempt: 1,
          refused: undefined,
          value: undefined,
          deadline: null,
          // The earlier run's value is gone.
          maySubmit: true,
        },
        "done",
      ];
    case "return":
      if (task.maySubmit || (event.lost && task.claims >= maxClaims)) return [task, "gone"];
      return [requeued(task), "done"];
  }
}

/** Whether a task of a session keeps the others held. */
export function isOpen({ held, state }: Machine): boolean {
  return !held && !isFinal(state);
}

/** Tasks of one session, in the order in which they were created, after an event of one of them, and the reply. */
export function stepOfSession(
  tasks: readonly Machine[],
  place: number,
  event: Event,
  now: number,
  sameValue: (a: unknown, b: unknown) => boolean,
): [Machine[], Reply] {
  const [changed, reply] = step(tasks[place] as Machine, event, now, sameValue);
  const all = tasks.with(place, changed);
  const next = all.some(isOpen) ? -1 : all.findIndex(({ held }) => held);
  return [next < 0 ? all : all.with(next, step(all[next] as Machine, { kind: "release" }, now, sameValue)[0]), reply];
}

function push(task: Machine, value: unknown, sameValue: (a: unknown, b: unknown) => boolean): [Machine, Reply] {
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
