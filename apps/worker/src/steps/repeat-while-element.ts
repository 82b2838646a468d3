import type { StepOf } from "@gatepost/contract/steps";
import { showsElement } from "../browser/element.ts";
import type { Run } from "./run.ts";

/** Whether there is one more run of its steps. */
export async function repeatWhileElement(step: StepOf<"REPEAT_WHILE_ELEMENT">, run: Run): Promise<"steps" | undefined> {
  return (await showsElement(run, step.selector)) ? "steps" : undefined;
}
