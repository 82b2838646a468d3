import type { StepOf } from "@gatepost/contract/steps";
import { probeVisible } from "../browser/element.ts";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

/** Fields that silently drop what is not in their form. */
const strict = ["date", "time", "datetime-local", "month", "week", "color", "range"];

/** Replaces what a field holds. Late values, and what goes into a password field, are kept out of pictures. */
export async function fillInput(step: StepOf<"FILL_INPUT">, run: Run): Promise<void> {
  const text = run.text(step.value);
  const {
    frame,
    element: field,
    seen,
  } = await probeVisible(run, step.selector, (element, timeout) => element.getAttribute("type", { timeout }));
  const type = seen?.toLowerCase() ?? "";
  if (type === "password" || run.isLate(step.value)) {
    run.secrets.texts.add(text);
    run.secrets.fields.push({ frame, field });
  }
  await field.fill(text, { timeout: run.timeLeft() });
  if (!strict.includes(type)) return;
  const held = await field.inputValue({ timeout: run.timeLeft() });
  if (held.toLowerCase() !== text.toLowerCase())
    throw new Failure(`${run.named(step.selector)} is a ${type} field, and the value is not in its form`);
}
