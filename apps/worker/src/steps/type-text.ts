import { setTimeout as sleep } from "node:timers/promises";
import type { StepOf } from "@gatepost/contract/steps";
import { probeVisible } from "../browser/element.ts";
import { focusedElement } from "../browser/frames.ts";
import { askPage, heldElement } from "../browser/page-functions.ts";
import { requireFocusAllowed } from "./focus-allowed.ts";
import type { Run } from "./run.ts";

/** Between two keys, so that a page that reacts to one is done before the next. Codes often go to a field a character. */
const keyMs = (text: string) => (text.length <= 20 ? 30 : 10);

/**
 * Types key by key, into the element or where the focus is. Late values, stored secrets, and the content of password
 * fields, are kept out of pictures.
 */
export async function typeText(step: StepOf<"TYPE_TEXT">, run: Run): Promise<void> {
  if (!step.selector) return typeAtFocus(step, run);
  const { frame, element, seen } = await probeVisible(run, step.selector, (one, timeout) =>
    askPage(one, "hold", { timeout }),
  );
  const text = await run.typed(step.value, seen.origin);
  if (seen.type === "password" || run.isCovered(step.value)) run.secrets.texts.add(text);
  if (run.secrets.texts.has(text)) run.secrets.fields.push({ frame, field: element });
  if (!run.isStored(step.value))
    return element.pressSequentially(text, { delay: keyMs(text), timeout: run.timeLeft() });
  await heldElement(frame).focus({ timeout: run.timeLeft() });
  await typeGuarded(step, run, text);
}

async function typeAtFocus(step: StepOf<"TYPE_TEXT">, run: Run): Promise<void> {
  const origin = await requireFocusAllowed(run, step.value);
  const text = await run.typed(step.value, origin);
  if (run.isCovered(step.value)) run.secrets.texts.add(text);
  if (run.isStored(step.value)) return typeGuarded(step, run, text);
  const focused = await focusedElement(run.page);
  if (focused) await focused.pressSequentially(text, { delay: keyMs(text), timeout: run.timeLeft() });
  else await run.page.keyboard.type(text, { delay: keyMs(text) });
}

/** Looks before each key where it goes. */
async function typeGuarded({ value }: StepOf<"TYPE_TEXT">, run: Run, text: string): Promise<void> {
  for (const key of text) {
    await requireFocusAllowed(run, value);
    await run.page.keyboard.type(key);
    await sleep(keyMs(text), undefined, { signal: run.signal });
  }
}
