import type { TaskState as StoredTaskState } from "@gatepost/db/enums";

/** A task's states, as the schema has them (docs/contract.md, section 4). */
export type TaskState = StoredTaskState;

export const states = ["queued", "running", "waiting", "ready", "failed"] as const satisfies TaskState[];

export function isFinal(state: TaskState): boolean {
  return state === "ready" || state === "failed";
}
