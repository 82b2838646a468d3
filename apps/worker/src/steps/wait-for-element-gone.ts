import type { StepOf } from "@gatepost/contract/steps";
import { byVisible, untilGone } from "../browser/element.ts";
import type { Run } from "./run.ts";

/** Waits until nothing that the selector matches is visible. */
export async function waitForElementGone(step: StepOf<"WAIT_FOR_ELEMENT_GONE">, run: Run): Promise<void> {
  const present = () => `an element that ${run.named(step.selector)} matches was still visible`;
  await untilGone(run, byVisible(run, step.selector), present);
}
