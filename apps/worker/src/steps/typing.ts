import { limits } from "@gatepost/contract/limits";
import type { Selector, TypedParameter } from "@gatepost/contract/parameter";
import type { StepOf } from "@gatepost/contract/steps";
import { pastes } from "@gatepost/contract/steps/forms";
import type { Frame } from "playwright";
import { Failure } from "../browser/failure.ts";
import { focusedElement, type Sight } from "../browser/frames.ts";
import { asking, askPage, type Focused, heldElement, type Kept } from "../browser/page-functions.ts";
import { TypedTexts } from "../privacy/redact.ts";
import { meantBy, probeElement, untilRight } from "./element.ts";
import { comparable, formProblem, inForm, isNotForKeys } from "./kept-text.ts";
import type { Run, StepKinds } from "./run.ts";

/** Codes, which often go to a field a character, are shorter; no key of theirs may get lost between two fields. */
const maxCode = 20;
/** Between two keys of a longer text. */
const longTextKeyMs = 10;

type Step = StepOf<"TYPE_TEXT">;

/**
 * Types key by key, into the element or where the focus is. Late values, stored secrets, and the content of password
 * fields, are kept out of pictures.
 */
async function typeText(step: Step, run: Run): Promise<void> {
  if (!step.selector) return typeAtFocus(step, run);
  const { frame, element, seen } = await focusOn(step.selector, run);
  const text = asKeys(await run.typed(step.value, seen.origin));
  if (seen.type === "password" || run.isCovered(step.value)) run.secrets.texts.add(text);
  if (run.secrets.texts.has(text)) run.coverField(frame, element);
  await typeInto(step, run, { frame, element, seen, text });
}

/** The first visible match, once it has the focus: keys that it does not take would go into another field. */
async function focusOn(selector: Selector, run: Run) {
  const look = async () => {
    const sight = await probeElement(run, selector, asking("hold"));
    const problem = await askPage(sight.frame, "focus", { timeout: run.timeLeft() });
    const meant = problem && !sight.seen.isField ? await meantBy(run, selector, sight, "field") : undefined;
    if (!meant) return { ...sight, problem };
    const field = await probeElement(run, selector, asking("hold"), () => meant);
    return { ...field, problem: await askPage(field.frame, "focus", { timeout: run.timeLeft() }) };
  };
  return untilRight(run, look, ({ problem }) =>
    problem === "" ? undefined : new Failure(`looked for ${run.named(selector)}; the field was there, but ${problem}`),
  );
}

/** Enter is pressed for each line's end, of which a text from Windows has two characters. */
function asKeys(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

async function typeAtFocus(step: Step, run: Run): Promise<void> {
  const origin = await requireFocusAllowed(run, step.value);
  const text = asKeys(await run.typed(step.value, origin));
  if (run.isCovered(step.value)) run.secrets.texts.add(text);
  const focused = await focusedElement(run.page);
  if (!focused) return typeAll(step, run, run.page.mainFrame(), text);
  const seen = await askPage(focused.element, "hold", { timeout: run.timeLeft() });
  if (seen.type === "password") run.secrets.texts.add(text);
  await typeInto(step, run, { ...focused, seen, text });
}

async function typeInto(
  step: Step,
  run: Run,
  { frame, element, seen, text }: Sight<{ type: string; origin: string }> & { text: string },
): Promise<void> {
  if (isNotForKeys(text, seen.type)) {
    run.requireAllowed(step.value, seen.origin);
    await setInForm(step, run, frame, inForm(text, seen.type));
    return typeAll(step, run, frame, /\n*$/.exec(text)?.[0] ?? "");
  }
  if (run.isStored(step.value)) return typeAll(step, run, frame, text);
  // The first key brings the focus into the element.
  const [key = ""] = text;
  await element.pressSequentially(key, { delay: keyMs, timeout: run.timeLeft() });
  await typeAll(step, run, frame, text, { from: key.length, isLong: text.length > maxCode });
}

async function setInForm({ selector }: Step, run: Run, frame: Frame, text: string): Promise<void> {
  await heldElement(frame).fill(text, { timeout: run.timeLeft() });
  const kept = await readKept(frame, text);
  const problem = kept && formProblem(kept, text);
  if (problem) throw new Failure(`${selector ? run.named(selector) : "what has the focus"} ${problem}`);
}

async function typeAll(
  { value }: Step,
  run: Run,
  frame: Frame,
  text: string,
  more: Pick<Keys, "from" | "isLong"> = {},
): Promise<void> {
  if (!(await typeKeys(frame, run, { text, value, ...more })))
    throw new Failure("the step's time was over before all of the text was typed");
}

/** How long a page may take to move the focus after a field is full. A page on a busy machine takes long. */
export const focusMs = 2_000;
/** Between two keys, for pages that react a moment later. */
const keyMs = 30;
const pollMs = 20;

interface Keys {
  text: string;
  /** The place of the first key that is typed: what is before it is in a field already. */
  from?: number;
  /** Where the text comes from: a stored secret goes into allowed pages only. */
  value: TypedParameter;
  /** Whether a field without a maxlength takes as many characters as are typed already, and keys replace what the next ones hold. */
  isSpread?: boolean;
  /** Whether it is for one field, so that no key needs to wait for the focus. */
  isLong?: boolean;
}

/**
 * Types key by key where the focus is. Each key waits until the page has moved the focus on from a field that is full, so that
 * none is lost in a code with a field for each digit; no key is typed twice. The frame holds the field that was typed into
 * last. Returns false if the step's time was over before the last key.
 */
export async function typeKeys(
  frame: Frame,
  run: Run,
  { text, from = 0, value, isSpread, isLong }: Keys,
): Promise<boolean> {
  const size = isSpread ? from : 0;
  // A picture of the step's failure must not show what was typed of the text by then.
  const covered = run.secrets.texts.has(text) ? new TypedTexts(run.secrets.texts) : undefined;
  let typed = text.slice(0, from);
  let isStuck = false;
  for (const key of text.slice(from)) {
    let focused: Focused | undefined;
    if (!isLong) focused = isStuck ? await readFocused(frame, size) : await focusMoved(run, frame, size);
    // A field that stays full and keeps the focus gets the other keys at once, as it would from a person.
    isStuck = losesKeys(focused);
    if (run.timeLeft() <= keyMs) return false;
    if (isSpread && focused?.isFull && !focused.isHeld) await frame.page().keyboard.press("ControlOrMeta+A");
    // Last, so that a page has no time to move the focus elsewhere.
    await requireFocusAllowed(run, value);
    typed += key;
    covered?.add(typed, "");
    await frame.page().keyboard.type(key);
    await run.pause(isLong ? longTextKeyMs : keyMs);
  }
  return true;
}

/** Resolves when a key would arrive, or when a page has had time enough to move the focus. */
async function focusMoved(run: Run, frame: Frame, size: number): Promise<Focused | undefined> {
  const until = performance.now() + Math.min(focusMs, run.timeLeft());
  for (;;) {
    const focused = await readFocused(frame, size);
    if (!losesKeys(focused) || performance.now() > until) return focused;
    await run.pause(pollMs);
  }
}

function losesKeys(focused: Focused | undefined): boolean {
  return focused !== undefined && (focused.isNowhere || (focused.isFull && focused.isHeld));
}

/** Presses a key where the focus is, also in a frame, and waits for the navigation that it starts, if any. */
async function pressKey(step: StepOf<"PRESS_KEY">, run: Run): Promise<void> {
  const { page } = run;
  const key = step.key.permanent;
  // Only in templates that were stored before this was refused.
  if (pastes(key)) throw new Failure(`${key} pastes, and the clipboard is shared by tasks`);
  const focused = await focusedElement(page);
  // Unlike the keyboard's press, an element's press waits for the navigation, so that the next step does not act on the old page.
  if (focused) await focused.element.press(key, { timeout: run.timeLeft() });
  else await page.keyboard.press(key);
}

/**
 * Throws a Failure if the next key would go where a parameter's stored secret must not be typed. Keys go where the focus is, and a
 * page or a frame of another site can move it at any time. Returns where the focus is; "" if nothing has it.
 */
async function requireFocusAllowed(run: Run, parameter: TypedParameter): Promise<string> {
  if (!run.isStored(parameter)) return "";
  const focused = await focusedElement(run.page);
  if (!focused) throw new Failure(`no element has the focus, so ${run.named(parameter)} was not typed`);
  const { origin } = await askPage(focused.element, "hold", { timeout: run.timeLeft() });
  run.requireAllowed(parameter, origin);
  return origin;
}

/** A document that is there answers at once; one that is being left does not. */
const answerMs = 5_000;

/**
 * The content of the field that the frame holds, which was given a text; undefined if it is not on its page any more. `isNew`: the
 * field has just been given it, and the page has still to be told that a key was released.
 */
export async function readKept(frame: Frame, given: string, isNew = false): Promise<Kept | undefined> {
  // The page may have navigated meanwhile, because some forms submit themselves.
  const max = limits.variableBytes + given.length;
  const wanted = isNew ? "keyup" : "";
  const kept = await askPage(frame, "kept", { max, wanted, timeout: answerMs }).catch(() => null);
  return kept ?? undefined;
}

/** Whether the field that the frame holds was taken off its page, and the page is still the same. */
export async function wasRemoved(frame: Frame): Promise<boolean> {
  return askPage(frame, "removed", { timeout: answerMs }).catch(() => false);
}

/** Whether the fields around the held one contain the text together, in their order; also if they are gone. */
export async function keptTogether(frame: Frame, text: string): Promise<boolean> {
  const max = limits.variableBytes;
  const kept = await askPage(frame, "keptTogether", { max, timeout: answerMs }).catch(() => null);
  return kept === null || comparable(kept).includes(comparable(text));
}

/**
 * What has the focus, which the frame holds from then on; undefined if the page does not say it. `size`: the characters with
 * which a field without a maxlength is full; 0 for none.
 */
async function readFocused(frame: Frame, size: number): Promise<Focused | undefined> {
  return (await askPage(frame, "focused", { max: size, timeout: answerMs }).catch(() => null)) ?? undefined;
}

export const typingSteps = {
  TYPE_TEXT: { run: typeText, submits: "always", shows: true },
  PRESS_KEY: { run: pressKey, submits: "always", shows: true },
} satisfies StepKinds;
