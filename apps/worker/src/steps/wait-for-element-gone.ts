import type { StepOf } from "@gatepost/contract/steps";
import { untilGone } from "../element.ts";
import type { Run } from "../run.ts";
import { toCss } from "../selector.ts";

/** Waits until nothing that the selector matches is visible. */
export async function waitForElementGone(step: StepOf<"WAIT_FOR_ELEMENT_GONE">, run: Run): Promise<void> {
  const element = run.page
    .locator(`css=${toCss(run.text(step.selector))}`)
    .filter({ visible: true })
    .first();
  await untilGone(run, element, `an element that ${run.named(step.selector)} matches was still visible`);
}
