import type { StepOf } from "@gatepost/contract/steps";
import { probeVisible } from "../browser/element.ts";
import { focusedElement } from "../browser/frames.ts";
import type { Run } from "./run.ts";

/** Between two keys, so that a page that reacts to one is done before the next. */
const keyMs = 10;

/**
 * Types key by key, into the element or where the focus is. Late values, and the content of password fields, are kept
 * out of pictures.
 */
export async function typeText(step: StepOf<"TYPE_TEXT">, run: Run): Promise<void> {
  const text = run.text(step.value);
  if (run.isLate(step.value)) run.secrets.texts.add(text);
  if (!step.selector) {
    const focused = await focusedElement(run.page);
    if (focused) await focused.pressSequentially(text, { delay: keyMs, timeout: run.timeLeft() });
    else await run.page.keyboard.type(text, { delay: keyMs });
    return;
  }
  const { frame, element, seen } = await probeVisible(run, step.selector, (one, timeout) =>
    one.getAttribute("type", { timeout }),
  );
  if (seen?.toLowerCase() === "password") run.secrets.texts.add(text);
  if (run.secrets.texts.has(text)) run.secrets.fields.push({ frame, field: element });
  await element.pressSequentially(text, { delay: keyMs, timeout: run.timeLeft() });
}
