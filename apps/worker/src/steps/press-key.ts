import type { StepOf } from "@gatepost/contract/steps";
import type { Run } from "../run.ts";

/** Presses a key where the focus is, and waits for the navigation that it begins, if it does. */
export async function pressKey(step: StepOf<"PRESS_KEY">, run: Run): Promise<void> {
  const focused = run.page.locator("css=:focus").first();
  const key = step.key.permanent;
  // Unlike the bare keyboard, an element's press waits for the navigation: the next step must not meet the old page.
  if ((await focused.count()) > 0) await focused.press(key, { timeout: run.timeLeft() });
  else await run.page.keyboard.press(key);
}
