import type { StepOf } from "@gatepost/contract/steps";
import { errors } from "playwright-core";
import type { Run } from "../run.ts";

/**
 * Looks for the text by which the site refuses the value; where it shows, the value is asked for again. A text that
 * does not show within the step's time is no failure.
 */
export async function askAgainIfText(step: StepOf<"ASK_AGAIN_IF_TEXT">, run: Run): Promise<void> {
  const refusal = run.page.getByText(run.text(step.text)).filter({ visible: true }).first();
  try {
    await refusal.waitFor({ state: "visible", timeout: run.timeLeft() });
  } catch (error) {
    if (error instanceof errors.TimeoutError) return;
    throw error;
  }
  await run.askAgain(step);
}
