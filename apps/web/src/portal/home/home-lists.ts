import type { TaskState } from "@gatepost/domain/tasks/states";

export interface HomeList {
  title: string;
  state: TaskState;
  /** What is said where there is none; without it, the list is left out. */
  none?: string;
}

/** The tasks that the home page lists, by their state, in columns. Not in a client component, because its page prefetches them. */
export const homeLists: readonly (readonly HomeList[])[] = [
  [
    { title: "Running", state: "running", none: "No task is running." },
    { title: "Queued", state: "queued" },
    { title: "Failed recently", state: "failed", none: "None of the latest tasks failed." },
  ],
  [{ title: "Succeeded recently", state: "ready", none: "None of the latest tasks succeeded." }],
];

export const homeInput = (state: TaskState) => ({ state, limit: 5 });
