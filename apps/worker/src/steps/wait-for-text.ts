import type { StepOf } from "@gatepost/contract/steps";
import { untilTextVisible } from "../element.ts";
import type { Run } from "../run.ts";

/** Waits until the page shows the text, in any letter case and however its blanks are broken. */
export async function waitForText(step: StepOf<"WAIT_FOR_TEXT">, run: Run): Promise<void> {
  await untilTextVisible(run, step.text);
}
