import type { StepOf, StepType } from "@gatepost/contract/steps";
import { byText, byVisible, isGone, isSeen, soughtText } from "./element.ts";
import type { Branch, Run, StepKind, StepKinds } from "./run.ts";
import { isAddressReached } from "./waiting.ts";

/** A step that nests others: which of them are run next. */
function nesting<T extends StepType>(
  holds: (step: StepOf<T>, run: Run) => boolean | Promise<boolean>,
  [ifSo, otherwise]: readonly [Branch, Branch] = ["then", "else"],
): StepKind<T> {
  return { run: async (step, run) => ((await holds(step, run)) ? ifSo : otherwise), submits: "never", shows: false };
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
  IF_ELEMENT: nesting<"IF_ELEMENT">((step, run) => isSeen(run, byVisible(run, step.selector))),
  IF_TEXT: nesting<"IF_TEXT">((step, run) => isSeen(run, byText(run, step.text))),
  IF_URL: nesting<"IF_URL">((step, run) => isAddressReached(run, step.pattern)),
  // Compares as a page would get the two.
  IF_VALUE: nesting<"IF_VALUE">((step, run) => run.valueNamed(step.name.permanent) === run.text(step.equals)),
  REPEAT_WHILE_ELEMENT: nesting<"REPEAT_WHILE_ELEMENT">(
    (step, run) => isSeen(run, byVisible(run, step.selector)),
    ["steps", undefined],
  ),
} satisfies StepKinds;
