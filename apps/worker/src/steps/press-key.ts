import { pastes } from "@gatepost/contract/key-chord";
import type { StepOf } from "@gatepost/contract/steps";
import { focusedElement } from "../browser/frames.ts";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

/** Presses a key where the focus is, also in a frame, and waits for the navigation that it starts, if any. */
export async function pressKey(step: StepOf<"PRESS_KEY">, run: Run): Promise<void> {
  const { page } = run;
  const key = step.key.permanent;
  // Only in templates that were stored before this was refused.
  if (pastes(key)) throw new Failure(`${key} pastes, and the clipboard is shared by tasks`);
  const focused = await focusedElement(page);
  // Unlike the keyboard's press, an element's press waits for the navigation, so that the next step does not act on the
  // old page.
  if (focused) await focused.element.press(key, { timeout: run.timeLeft() });
  else await page.keyboard.press(key);
}
