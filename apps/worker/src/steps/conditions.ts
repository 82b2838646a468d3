import type { StepOf } from "@gatepost/contract/steps";
import { byText, byVisible, isGone, isSeen, soughtText } from "./element.ts";
import type { Run, StepKinds } from "./run.ts";
import { isAddressReached } from "./waiting.ts";

async function ifElement(step: StepOf<"IF_ELEMENT">, run: Run): Promise<"then" | "else"> {
  return (await isSeen(run, byVisible(run, step.selector))) ? "then" : "else";
}

async function ifText(step: StepOf<"IF_TEXT">, run: Run): Promise<"then" | "else"> {
  return (await isSeen(run, byText(run, step.text))) ? "then" : "else";
}

async function ifUrl(step: StepOf<"IF_URL">, run: Run): Promise<"then" | "else"> {
  return (await isAddressReached(run, step.pattern)) ? "then" : "else";
}

/** Compares as a page would get the two. */
async function ifValue(step: StepOf<"IF_VALUE">, run: Run): Promise<"then" | "else"> {
  return run.valueNamed(step.name.permanent) === run.text(step.equals) ? "then" : "else";
}

/** Whether there is one more run of its steps. */
async function repeatWhileElement(step: StepOf<"REPEAT_WHILE_ELEMENT">, run: Run): Promise<"steps" | undefined> {
  return (await isSeen(run, byVisible(run, step.selector))) ? "steps" : undefined;
}

/**
 * Asks for the value again if the page still shows the element, such as the code's field, when the step's time is over.
 * As soon as no visible element matches, the task continues.
 */
async function askAgainIfElement(step: StepOf<"ASK_AGAIN_IF_ELEMENT">, run: Run): Promise<void> {
  const isField = byVisible(run, step.selector);
  let accepted = await isGone(run, isField);
  if (!accepted && (await cameLate(run))) accepted = await isGone(run, isField);
  if (!accepted) run.askAgain(step);
}

const pollMs = 100;

/**
 * Looks for the text by which the site refuses the value, and asks for the value again if it appears. It is no failure
 * if the text does not appear within the step's time.
 */
async function askAgainIfText(step: StepOf<"ASK_AGAIN_IF_TEXT">, run: Run): Promise<void> {
  const text = soughtText(run, step.text);
  let refused = await isTextRefused(run, step, text);
  if (!refused && (await cameLate(run))) refused = await isTextRefused(run, step, text);
  if (!refused) return;
  run.refusals.note(step.name.permanent, text);
  run.askAgain(step);
}

/**
 * A text that was there before the value was typed counts as a refusal if it is still there when the step's time is
 * over, because a page that refuses twice may not change at all.
 */
async function isTextRefused(run: Run, step: StepOf<"ASK_AGAIN_IF_TEXT">, text: string): Promise<boolean> {
  while (run.refusals.isStillShown(text)) {
    const seen = await run.refusals.poll(run.page, text);
    if (seen === "new") return true;
    if (seen === "none") break;
    if (run.timeLeft() <= pollMs) return seen === "old";
    await run.pause(pollMs);
  }
  return isSeen(run, byText(run, step.text));
}

/** How long a step that asks again waits for the response to what was submitted before it. */
export const responseMs = 30_000;

/**
 * Whether the site had still to respond to a navigation of the page, such as a submitted form, when the step's time was over. Waits for
 * the response, and then gives the step its time once more, because the old page says nothing about the value.
 */
async function cameLate(run: Run): Promise<boolean> {
  if (!(await run.windows.responded(responseMs))) return false;
  run.restartTime();
  return true;
}

export const conditionSteps = {
  ASK_AGAIN_IF_TEXT: { run: askAgainIfText, submits: "never", shows: false },
  ASK_AGAIN_IF_ELEMENT: { run: askAgainIfElement, submits: "never", shows: false },
  IF_ELEMENT: { run: ifElement, submits: "never", shows: false },
  IF_TEXT: { run: ifText, submits: "never", shows: false },
  IF_URL: { run: ifUrl, submits: "never", shows: false },
  IF_VALUE: { run: ifValue, submits: "never", shows: false },
  REPEAT_WHILE_ELEMENT: { run: repeatWhileElement, submits: "never", shows: false },
} satisfies StepKinds;
