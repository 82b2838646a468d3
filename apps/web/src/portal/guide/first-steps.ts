import { atDemoSite, firstCode, firstLate, firstTask } from "@gatepost/contract/first-task";
import type { FirstSteps } from "@gatepost/domain/people/people";
import { sample } from "../../public/docs/samples.ts";

interface FirstCall {
  origin: string;
  /** The origin of the demo site on this machine, if it runs. */
  demoSite: string | undefined;
  /** The caller's key, or what stands for it. */
  key: string;
  softId?: number;
  /** With the demo site's code, so that the task does not wait for it. */
  answered?: boolean;
}

/** A createTask call to paste: for the demo site if it runs, with a built-in template. */
export function firstCall({ origin, demoSite, key, softId, answered = false }: FirstCall): string {
  const code = answered && demoSite ? { [firstLate]: firstCode } : {};
  const task = { ...firstTask, variables: { ...firstTask.variables, ...code } };
  const body = { clientKey: key, ...(softId !== undefined && { softId }), task: atDemoSite(task, demoSite) };
  return sample("curl", { origin, method: "createTask", body });
}

export const steps = [
  { name: "Run a template", isDone: ({ task, hasResult }) => task !== null || hasResult },
  { name: "Enter the code that the task waits for", isDone: ({ hasResult }) => hasResult },
  { name: "Create a key for your programs", isDone: ({ hasKey }) => hasKey },
  { name: "Register an application", isDone: ({ softId, isCounted }) => softId !== null || isCounted },
  { name: "See its first number", isDone: ({ isCounted }) => isCounted },
] as const satisfies { name: string; isDone: (state: FirstSteps) => boolean }[];

/** The first step that is not done; the number of steps if all are. */
export function nextStep(state: FirstSteps): number {
  const open = steps.findIndex(({ isDone }) => !isDone(state));
  return open < 0 ? steps.length : open;
}
