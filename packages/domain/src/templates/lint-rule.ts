import { placedSteps, type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import type { Step, TemplateDocument } from "@gatepost/contract/steps";

/** Something that is allowed and probably not intended. */
export interface Warning {
  /** Its path, such as 3.then.2; empty: the template as a whole. */
  step: string;
  /** What is unusual, and what to do about it. */
  message: string;
}

export type Rule = (document: TemplateDocument) => Warning[];

/** All steps, nested ones included, each with its place as authors count. */
export function all({ steps }: TemplateDocument): { step: Step; place: string; path: StepPath }[] {
  return placedSteps(steps).map(({ step, path }) => ({ step, path, place: stepPathText(path) }));
}

/** The warnings about steps, one after another: each with what `messagesOf` says of it, if anything. */
export function about<Placed extends { place: string }>(
  steps: readonly Placed[],
  messagesOf: (step: Placed) => string | readonly string[] | undefined,
): Warning[] {
  return steps.flatMap((one) => [messagesOf(one) ?? []].flat().map((message) => ({ step: one.place, message })));
}

export function waitsOf(document: TemplateDocument) {
  return all(document).flatMap(({ step, place, path }) =>
    step.type === "WAIT_FOR_VARIABLE_VALUE" ? [{ wait: step, place, path, name: step.name.permanent }] : [],
  );
}
