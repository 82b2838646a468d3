import type { StepOf } from "@gatepost/contract/steps";
import { errors } from "playwright";
import { countVisible, probeAny, visibleElement } from "../browser/element.ts";
import type { Run } from "./run.ts";

/** How long it is tried whether an element that is not visible has a place on the page. */
const tryMs = 500;

/** Scrolls to the first visible element; if none is, to the first one, such as a mark without a size at a list's end. */
export async function scrollTo(step: StepOf<"SCROLL_TO">, run: Run): Promise<void> {
  const { selector } = step;
  const any = await probeAny(run, selector, (element, timeout) => element.waitFor({ state: "attached", timeout }));
  while ((await countVisible(run, selector)) === 0 && run.timeLeft() > 1) {
    try {
      return await any.element.scrollIntoViewIfNeeded({ timeout: Math.min(tryMs, run.timeLeft()) });
    } catch (error) {
      // One that is not displayed; another one may become visible.
      if (!(error instanceof errors.TimeoutError)) throw error;
    }
  }
  const element = await visibleElement(run, selector);
  await element.scrollIntoViewIfNeeded({ timeout: run.timeLeft() });
}
