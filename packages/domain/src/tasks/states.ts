import type { TaskState as StoredTaskState, VariableState as StoredVariableState } from "@gatepost/db/enums";

/** A task's states, as the schema has them (docs/contract.md, section 4). ready and failed are final. */
export type TaskState = StoredTaskState;

/** A late variable's states, as the schema has them. */
export type VariableState = StoredVariableState;

const next: Record<TaskState, readonly TaskState[]> = {
  queued: ["running", "failed"],
  running: ["waiting", "ready", "failed", "queued"],
  waiting: ["running", "failed", "queued"],
  ready: [],
  failed: [],
};

export const states = Object.keys(next) as TaskState[];

export function isFinal(state: TaskState): boolean {
  return next[state].length === 0;
}

/** Whether a task may change from one state to the other. Staying in a state is not a change. */
export function mayMove(from: TaskState, to: TaskState): boolean {
  return next[from].includes(to);
}
