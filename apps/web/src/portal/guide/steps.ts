import type { FirstSteps } from "@gatepost/domain/account/get-first-steps";

/** The first steps, in order. */
export const steps = [
  { name: "Run a template", isDone: ({ task, hasResult }) => task !== null || hasResult },
  { name: "Enter the code that the task waits for", isDone: ({ hasResult }) => hasResult },
  { name: "Create a key for your programs", isDone: ({ hasKey }) => hasKey },
  { name: "Register an application", isDone: ({ softId }) => softId !== null },
  { name: "See its first number", isDone: ({ isCounted }) => isCounted },
] as const satisfies { name: string; isDone: (state: FirstSteps) => boolean }[];

/** The first step that is not done; the number of steps if all are. */
export function nextStep(state: FirstSteps): number {
  const open = steps.findIndex(({ isDone }) => !isDone(state));
  return open < 0 ? steps.length : open;
}
