import type { StepOf } from "@gatepost/contract/steps";
import { byVisible, isGone } from "../browser/element.ts";
import { framesOf } from "../browser/frames.ts";
import { cameLate } from "./late-response.ts";
import type { Run } from "./run.ts";

/**
 * Asks for the value again if the page still shows the element, such as the code's field, when the step's time is over.
 * As soon as no visible element matches, the task continues.
 */
export async function askAgainIfElement(step: StepOf<"ASK_AGAIN_IF_ELEMENT">, run: Run): Promise<void> {
  let refused = await isRefused(step, run);
  if (refused && (await cameLate(run))) refused = await isRefused(step, run);
  if (refused) run.askAgain(step);
}

async function isRefused(step: StepOf<"ASK_AGAIN_IF_ELEMENT">, run: Run): Promise<boolean> {
  // A page that submits by script navigates after a while, so the element is looked for in the next document too.
  for (let documents = 0; documents < 2; documents++) {
    await documentsReady(run);
    if (!(await isGone(run, byVisible(run, step.selector)))) return true;
  }
  return false;
}

/** While a document is loading, an element may be missing because it comes later. */
async function documentsReady(run: Run): Promise<void> {
  const ready = framesOf(run.page).map((frame) =>
    frame.waitForLoadState("domcontentloaded", { timeout: run.timeLeft() }).catch(() => {}),
  );
  await Promise.all(ready);
}
