import { placedSteps } from "@gatepost/contract/step-paths";
import type { Step, StepOf, TemplateDocument } from "@gatepost/contract/steps";

/** Where a task is: `stepPath` of a nested step, below the document's `steps`. */
interface Place {
  /** From 1; 0: at none yet. */
  step: number;
  stepPath: readonly string[] | null;
}

/** The place of a nested step as authors count: {2,then,1} is 3.then.2. */
export function storedPathText(path: readonly string[]): string {
  return path.map((key) => (/^[0-9]+$/.test(key) ? String(Number(key) + 1) : key)).join(".");
}

/** The step where a task is. */
export function stepAt({ steps }: TemplateDocument, { step, stepPath }: Place): Step | undefined {
  if (step === 0) return undefined;
  const path = stepPath ?? [String(step - 1)];
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], steps) as
    | Step
    | undefined;
}

/** The step that waits for a variable, by the rule of the function wait_step in the database. */
export function waitStep(
  document: TemplateDocument,
  name: string,
  place: Place,
): StepOf<"WAIT_FOR_VARIABLE_VALUE"> | undefined {
  const here = stepAt(document, place);
  const all = placedSteps(document.steps).map(({ step }) => step);
  return [here, ...all].find((step) => step?.type === "WAIT_FOR_VARIABLE_VALUE" && step.name.permanent === name) as
    | StepOf<"WAIT_FOR_VARIABLE_VALUE">
    | undefined;
}
