import { setTimeout as sleep } from "node:timers/promises";
import type { StepOf } from "@gatepost/contract/steps";
import { showsText, soughtText } from "../browser/element.ts";
import { cameLate } from "./late-response.ts";
import type { Run } from "./run.ts";

const pollMs = 100;

/**
 * Looks for the text by which the site refuses the value, and asks for the value again if it appears. It is no failure
 * if the text does not appear within the step's time.
 */
export async function askAgainIfText(step: StepOf<"ASK_AGAIN_IF_TEXT">, run: Run): Promise<void> {
  const text = soughtText(run, step.text);
  let refused = await isRefused(run, step, text);
  if (!refused && (await cameLate(run))) refused = await isRefused(run, step, text);
  if (!refused) return;
  run.refusals.note(step.name.permanent, text);
  run.askAgain(step);
}

/**
 * A text that was there before the value was typed counts as a refusal if it is still there when the step's time is
 * over, because a page that refuses twice may not change at all.
 */
async function isRefused(run: Run, step: StepOf<"ASK_AGAIN_IF_TEXT">, text: string): Promise<boolean> {
  while (run.refusals.isStillShown(text)) {
    const seen = await run.refusals.poll(run.page, text);
    if (seen === "new") return true;
    if (seen === "none") break;
    if (run.timeLeft() <= pollMs) return seen === "old";
    await sleep(pollMs, undefined, { signal: run.signal });
  }
  return showsText(run, step.text);
}
