import { TaskState } from "@gatepost/db/enums";

/** A task's states, as the schema has them (docs/contract.md, section 4). */
export type { TaskState };

export const states = Object.values(TaskState);

export function isFinal(state: TaskState): boolean {
  return state === "ready" || state === "failed";
}
