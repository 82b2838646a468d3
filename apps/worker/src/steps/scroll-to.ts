import type { StepOf } from "@gatepost/contract/steps";
import { countVisible, probeAny, visibleElement } from "../browser/element.ts";
import type { Run } from "./run.ts";

/** Scrolls to the first visible element; if none is, to the first one, such as a mark without a size at a list's end. */
export async function scrollTo(step: StepOf<"SCROLL_TO">, run: Run): Promise<void> {
  const any = await probeAny(run, step.selector, (element, timeout) => element.waitFor({ state: "attached", timeout }));
  const isVisible = (await countVisible(run, step.selector)) > 0;
  const element = isVisible ? await visibleElement(run, step.selector) : any.element;
  await element.scrollIntoViewIfNeeded({ timeout: run.timeLeft() });
}
