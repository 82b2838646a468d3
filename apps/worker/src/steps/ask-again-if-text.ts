import type { StepOf } from "@gatepost/contract/steps";
import { showsText } from "../element.ts";
import type { Run } from "../run.ts";

/**
 * Looks for the text by which the site refuses the value; where it shows, the value is asked for again. A text that
 * does not show within the step's time is no failure.
 */
export async function askAgainIfText(step: StepOf<"ASK_AGAIN_IF_TEXT">, run: Run): Promise<void> {
  if (await showsText(run, step.text)) await run.askAgain(step);
}
