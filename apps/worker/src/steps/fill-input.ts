import type { StepOf } from "@gatepost/contract/steps";
import type { Frame } from "playwright";
import { Failure } from "../browser/failure.ts";
import { asking, askPage, heldElement, type Kept } from "../browser/page-functions.ts";
import { selectOption } from "./choices.ts";
import { byVisible, meantBy, probeElement } from "./element.ts";
import { formProblem, hasKept, inForm, isLastOf, restOf, showsEnd, takesKeys } from "./kept-text.ts";
import type { Run, StepKinds } from "./run.ts";
import { focusMs, keptTogether, readKept, typeKeys, wasRemoved } from "./typing.ts";

/** How long a page may take to show what was filled in, if it keeps the text elsewhere. */
const showMs = 1_000;
const pollMs = 20;

type Step = StepOf<"FILL_INPUT">;

/**
 * Replaces the content of a field, and reads back what it kept. If it kept the beginning or the last character and the focus
 * has moved on, as with a code that has a field for each digit, the rest is typed. Of a select, the option is chosen. Late
 * values, and the content of password fields, are kept out of pictures.
 */
async function fillInput(step: Step, run: Run): Promise<void> {
  const filled = await fill(step, run);
  if (filled === "select") return selectOption({ ...step, type: "SELECT_OPTION" }, run);
  const { frame, text, before } = filled;
  let kept = await keptBy(step, run, filled, true);
  // A page that moves the caret a moment after its field has got the focus leaves what was there before.
  if (before > 0 && kept?.text.length === before + text.length) {
    await askPage(frame, "select", { timeout: run.timeLeft() });
    await insert(step, run, frame, text);
    kept = await keptBy(step, run, filled);
  }
  if (!kept || kept.type === "") return;
  const problem = formProblem(kept, text);
  if (problem) throw new Failure(`${run.named(step.selector)} ${problem}`);
  const until = performance.now() + Math.min(showMs, run.timeLeft());
  while (kept) {
    if (kept.type === "password" ? kept.text === text : hasKept(kept.text, text) || showsEnd(kept, text)) return;
    // This may be the first of several fields; anything else may still be replaced by the page.
    const isPart = restOf(kept.text, text) !== undefined || (kept.left && isLastOf(kept.text, text));
    if (isPart || performance.now() > until) return typeRest(step, run, { frame, kept, text });
    await run.pause(pollMs);
    kept = await keptBy(step, run, filled);
  }
}

/**
 * What the field keeps, or the one in its place that has kept the beginning of the text: some pages draw all fields anew
 * whenever one has changed. Undefined if it is gone otherwise.
 */
async function keptBy(
  step: Step,
  run: Run,
  { frame, text }: Omit<Filled, "kept">,
  isNew = false,
): Promise<Kept | undefined> {
  const kept = await readKept(frame, text, isNew);
  if (kept || !(await wasRemoved(frame))) return kept;
  const other = byVisible(run, step.selector)(frame);
  if ((await other.count().catch(() => 0)) === 0) return undefined;
  await askPage(other, "hold", { timeout: showMs }).catch(() => null);
  const anew = await readKept(frame, text);
  return anew && restOf(anew.text, text) ? anew : undefined;
}

async function probeField({ selector }: Step, run: Run) {
  const sight = await probeElement(run, selector, asking("hold"));
  const meant = sight.seen.isField ? undefined : await meantBy(run, selector, sight, "field");
  return meant ? probeElement(run, selector, asking("hold"), () => meant) : sight;
}

/**
 * Fills the field, which its frame holds from then on. If the page replaces it meanwhile, it is looked for again. Nothing is
 * done to a select. `before`: how many characters it held.
 */
async function fill(step: Step, run: Run): Promise<(Pick<Filled, "frame" | "text"> & { before: number }) | "select"> {
  for (;;) {
    const { frame, element, seen } = await probeField(step, run);
    if (seen.type === "select") return "select";
    const text = inForm(await run.typed(step.value, seen.origin), seen.type);
    if (seen.type === "password" || run.isCovered(step.value)) {
      run.secrets.texts.add(text);
      run.coverField(frame, element);
    }
    try {
      const selected = text === "" ? null : await askPage(frame, "select", { timeout: run.timeLeft() });
      // As Playwright fills a field, in two calls of the protocol instead of eight.
      if (selected) await insert(step, run, frame, text);
      else if (run.isStored(step.value) && takesKeys(seen.type)) {
        await heldElement(frame).fill("", { timeout: run.timeLeft() });
        await insert(step, run, frame, text);
      } else await heldElement(frame).fill(text, { timeout: run.timeLeft() });
      return { frame, text, before: selected?.length ?? 0 };
    } catch (error) {
      if (!/not attached/i.test(String(error)) || run.timeLeft() <= pollMs) throw error;
    }
  }
}

/** Inserts the text where the focus is, as keys do; a stored secret into the held field itself, because a frame may take the focus. */
async function insert({ value }: Step, run: Run, frame: Frame, text: string): Promise<void> {
  if (run.isStored(value)) await askPage(frame, "insert", { wanted: text, timeout: run.timeLeft() });
  else await frame.page().keyboard.insertText(text);
}

interface Filled {
  frame: Frame;
  kept: Kept;
  text: string;
}

async function typeRest(step: Step, run: Run, { frame, kept: first, text }: Filled): Promise<void> {
  let rest = restOf(first.text, text);
  if (rest === undefined && !(first.left && isLastOf(first.text, text))) throw mismatch(step, run, first, text);
  // The page may show elsewhere what the field kept of it.
  if (rest !== undefined && run.secrets.texts.has(text)) run.secrets.texts.add(first.text);
  const until = performance.now() + Math.min(focusMs, run.timeLeft());
  let kept: Kept | undefined = first;
  while (kept && !kept.left && performance.now() < until) {
    await run.pause(pollMs);
    kept = await keptBy(step, run, { frame, text });
  }
  if (!kept) return;
  if (!kept.left) throw mismatch(step, run, first, text);
  if (rest === undefined) {
    // Of several characters the field keeps the last one, so it gets the first one alone.
    await heldElement(frame).fill(text.charAt(0), { timeout: run.timeLeft() });
    rest = text.slice(1);
  }
  const keys = { text, from: text.length - rest.length, value: step.value, isSpread: true };
  if (!((await typeKeys(frame, run, keys)) && (await keptTogether(frame, text))))
    throw mismatch(step, run, first, text);
}

/** What the field kept. For a variable's value or a password, only its length. */
function mismatch(step: Step, run: Run, kept: Kept, text: string): Failure {
  const isShown = "permanent" in step.value && kept.type !== "password";
  const what = isShown
    ? `kept "${run.redacted(kept.text).slice(0, 100)}" of ${run.named(step.value)}`
    : kept.text.length < text.length
      ? `kept ${kept.text.length} of ${text.length} characters`
      : `was given ${text.length} characters and holds ${kept.text.length} others`;
  const limit = kept.maxLength >= 0 ? `; its maxlength is ${kept.maxLength}` : "";
  const advice = kept.text === "" || kept.maxLength === 1 ? "; if its page takes only keys, use TYPE_TEXT" : "";
  return new Failure(`${run.named(step.selector)} ${what}${limit}${advice}`);
}

export const fillingSteps = {
  FILL_INPUT: { run: fillInput, submits: { ifLate: "value" }, shows: true },
} satisfies StepKinds;
