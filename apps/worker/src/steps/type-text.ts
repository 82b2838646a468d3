import type { StepOf } from "@gatepost/contract/steps";
import type { Frame, Locator } from "playwright";
import { probeVisible } from "../browser/element.ts";
import { focusedElement } from "../browser/frames.ts";
import { askPage, heldElement } from "../browser/page-functions.ts";
import { Failure } from "../runtime/failure.ts";
import { requireFocusAllowed } from "./focus-allowed.ts";
import type { Run } from "./run.ts";
import { keyMs, typeKeys } from "./type-keys.ts";

/** Codes, which often go to a field a character, are shorter; no key of theirs may get lost between two fields. */
const maxCode = 20;
/** Between two keys of a longer text. */
const longTextKeyMs = 10;

type Step = StepOf<"TYPE_TEXT">;

/**
 * Types key by key, into the element or where the focus is. Late values, stored secrets, and the content of password
 * fields, are kept out of pictures.
 */
export async function typeText(step: Step, run: Run): Promise<void> {
  if (!step.selector) return typeAtFocus(step, run);
  const { frame, element, seen } = await probeVisible(run, step.selector, (one, timeout) =>
    askPage(one, "hold", { timeout }),
  );
  const text = await run.typed(step.value, seen.origin);
  if (seen.type === "password" || run.isCovered(step.value)) run.secrets.texts.add(text);
  if (run.secrets.texts.has(text)) run.secrets.fields.push({ frame, field: element });
  if (!run.isStored(step.value)) return typeInto(step, run, { frame, element, text });
  await heldElement(frame).focus({ timeout: run.timeLeft() });
  await typeAll(step, run, frame, text);
}

async function typeAtFocus(step: Step, run: Run): Promise<void> {
  const origin = await requireFocusAllowed(run, step.value);
  const text = await run.typed(step.value, origin);
  if (run.isCovered(step.value)) run.secrets.texts.add(text);
  const focused = await focusedElement(run.page);
  if (!focused) return run.page.keyboard.type(text, { delay: keyMs });
  if (run.isStored(step.value)) return typeAll(step, run, focused.frame, text);
  await askPage(focused.element, "hold", { timeout: run.timeLeft() });
  await typeInto(step, run, { ...focused, text });
}

async function typeInto(
  step: Step,
  run: Run,
  { frame, element, text }: { frame: Frame; element: Locator; text: string },
): Promise<void> {
  const isCode = text.length <= maxCode;
  // The first key brings the focus into the element.
  const [key = ""] = text;
  const first = isCode ? key : text;
  await element.pressSequentially(first, { delay: isCode ? keyMs : longTextKeyMs, timeout: run.timeLeft() });
  await typeAll(step, run, frame, text.slice(first.length));
}

async function typeAll({ value }: Step, run: Run, frame: Frame, text: string): Promise<void> {
  if (!(await typeKeys(frame, run, { text, value })))
    throw new Failure("the step's time was over before all of the text was typed");
}
