import type { StepOf } from "@gatepost/contract/steps";
import { awaitValue, type Wait } from "../runtime/await-value.ts";
import { Progress } from "../runtime/progress.ts";

type WaitStep = StepOf<"WAIT_FOR_VARIABLE_VALUE">;

/** For waits in which the database is always available. */
const neverAway = { next: () => Promise.reject(new Error("The database was not available.")) };

/** The task's first wait for a late variable, outside of branches and repetitions. */
export function waitStepOf({ steps, late }: Wait["task"]): WaitStep | undefined {
  const waits = steps.filter((step): step is WaitStep => step.type === "WAIT_FOR_VARIABLE_VALUE");
  return waits.find(({ name }) => late.includes(name.permanent));
}

/**
 * A worker's wait for a value, without its browser: by default the first one, for ten minutes at most. `entered` resolves
 * once the wait is open.
 */
export function startTestWait(wait: Pick<Wait, "ctx" | "task" | "notifications"> & Partial<Wait>) {
  const entered = Promise.withResolvers<void>();
  const taken = awaitValue({
    step: waitStepOf(wait.task) as WaitStep,
    timeoutSeconds: 600,
    clock: neverAway,
    signal: new AbortController().signal,
    progress: new Progress(async () => {}),
    tooLate: async () => ({ code: "ERROR_VARIABLE_TIMEOUT", description: "No value came." }),
    onWait: entered.resolve,
    ...wait,
  });
  return { taken, entered: entered.promise };
}
