import type { Parameter } from "@gatepost/contract/parameter";
import type { Step, StepType } from "@gatepost/contract/steps";
import { choiceSteps } from "./choices.ts";
import { conditionSteps } from "./conditions.ts";
import { fileSteps } from "./files.ts";
import { fillingSteps } from "./fill-input.ts";
import { pageSteps } from "./pages-and-windows.ts";
import { isLate } from "./parameter.ts";
import { pointerSteps } from "./pointer.ts";
import { readingSteps } from "./reading.ts";
import type { Branch, Run, StepKind } from "./run.ts";
import { snapshotSteps } from "./snapshots.ts";
import { typingSteps } from "./typing.ts";
import { waitSteps } from "./waiting.ts";

const kinds: { [T in StepType]: StepKind<T> } = {
  ...choiceSteps,
  ...conditionSteps,
  ...fillingSteps,
  ...fileSteps,
  ...pageSteps,
  ...pointerSteps,
  ...readingSteps,
  ...snapshotSteps,
  ...typingSteps,
  ...waitSteps,
};

/**
 * Whether a step itself, without those that it nests, may submit something. `late` names the variables that are pushed while the
 * task runs.
 */
export function maySubmit(step: Step, late: readonly string[]): boolean {
  const { submits } = kinds[step.type];
  if (typeof submits === "string") return submits === "always";
  return isLate(step[submits.ifLate as keyof Step] as unknown as Parameter, late);
}

export function showsSomethingNew({ type }: Step): boolean {
  return kinds[type].shows;
}

/** Runs one step. */
export async function runStep(step: Step, run: Run): Promise<Branch> {
  run.observed.step += 1;
  const { run: runKind, submits } = kinds[step.type];
  const kind = () => (runKind as (step: Step, run: Run) => Promise<Branch>)(step, run);
  return submits === "always" ? act(kind, step, run) : kind();
}

/** Whether a step may have done what it is for before its page was closed, as Playwright's error says. */
function hasActed(type: StepType, error: unknown): boolean {
  if (type === "DOWNLOAD_FILE") return false;
  if (type === "UPLOAD_FILE") return /setInputFiles/.test(String(error));
  return !["CLICK", "SET_CHECKBOX"].includes(type) || /performing click action/.test(String(error));
}

/** Runs a step that clicks or presses keys, until the windows that it opens or closes are the task's or are not. */
async function act(kind: () => Promise<Branch>, step: Step, { page, windows, dialogs, timeLeft }: Run) {
  dialogs.stepActsOn(windows.documentRequest());
  const branch = await kind().catch(async (error): Promise<Branch> => {
    // A click that closes its own window has succeeded; one that has not begun has not.
    if (!hasActed(step.type, error) || !(await windows.continuesElsewhere(page, error))) throw error;
    return undefined;
  });
  await windows.settle(timeLeft());
  return branch;
}
