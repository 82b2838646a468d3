import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../browser/element.ts";
import type { Run } from "./run.ts";

export async function waitForElement(step: StepOf<"WAIT_FOR_ELEMENT">, run: Run): Promise<void> {
  await visibleElement(run, step.selector);
}
