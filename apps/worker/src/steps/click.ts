import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../browser/element.ts";
import type { Run } from "./run.ts";

/** Clicks once the element can be clicked, and waits for the navigation that the click starts, if any. */
export async function click(step: StepOf<"CLICK">, run: Run): Promise<void> {
  const element = await visibleElement(run, step.selector);
  await element.click({ timeout: run.timeLeft() });
}
