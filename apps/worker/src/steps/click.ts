import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../browser/element.ts";
import { actAndAwaitReaction } from "./reaction.ts";
import type { Run } from "./run.ts";

/**
 * Clicks once the element can be clicked, and waits for the navigation that the click starts, if any; in a repetition also
 * for what else the page does then.
 */
export async function click(step: StepOf<"CLICK">, run: Run): Promise<void> {
  const element = await visibleElement(run, step.selector);
  const act = () => element.click({ timeout: run.timeLeft() });
  await (run.isRepeated ? actAndAwaitReaction(run, act) : act());
}
