import { setTimeout as sleep } from "node:timers/promises";
import type { StepOf } from "@gatepost/contract/steps";
import { showsText, soughtText } from "../browser/element.ts";
import type { Run } from "./run.ts";

const pollMs = 100;

/**
 * Looks for the text by which the site refuses the value; where it shows, the value is asked for again. A text that
 * does not show within the step's time is no failure.
 */
export async function askAgainIfText(step: StepOf<"ASK_AGAIN_IF_TEXT">, run: Run): Promise<void> {
  const text = soughtText(run, step.text);
  if (!(await isRefused(run, step, text))) return;
  run.refusals.note(step.name.permanent, text);
  run.askAgain(step);
}

/**
 * A text that stood there before the value was typed is a refusal of it if it still stands when the step's time is
 * over: a page that was refused twice may not have changed at all.
 */
async function isRefused(run: Run, step: StepOf<"ASK_AGAIN_IF_TEXT">, text: string): Promise<boolean> {
  while (run.refusals.isStillShown(text)) {
    const seen = await run.refusals.look(run.page, text);
    if (seen === "new") return true;
    if (seen === "none") break;
    if (run.timeLeft() <= pollMs) return seen === "old";
    await sleep(pollMs, undefined, { signal: run.signal });
  }
  return showsText(run, step.text);
}
