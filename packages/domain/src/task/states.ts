/** A task's states (CONTRACT, section 4). ready and failed are final. */
export const states = ["queued", "running", "waiting", "ready", "failed"] as const;
export type TaskState = (typeof states)[number];

/** A late variable's states. */
export type VariableState = "awaited" | "supplied" | "taken";

const next: Record<TaskState, readonly TaskState[]> = {
  queued: ["running", "failed"],
  running: ["waiting", "ready", "failed", "queued"],
  waiting: ["running", "failed", "queued"],
  ready: [],
  failed: [],
};

export function isFinal(state: TaskState): boolean {
  return next[state].length === 0;
}

/** Whether a task may go from one state to the other. Staying is no move. */
export function mayMove(from: TaskState, to: TaskState): boolean {
  return next[from].includes(to);
}
