import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../element.ts";
import type { Run } from "../run.ts";

/** Replaces what a field holds. Late values, and what goes into a password field, are kept out of pictures. */
export async function fillInput(step: StepOf<"FILL_INPUT">, run: Run): Promise<void> {
  const field = await visibleElement(run, step.selector);
  const text = run.text(step.value);
  const isPassword = await field.evaluate((element) => "type" in element && element.type === "password", undefined, {
    timeout: run.timeLeft(),
  });
  if (isPassword || run.isLate(step.value)) {
    run.secrets.texts.add(text);
    run.secrets.fields.push(field);
  }
  await field.fill(text, { timeout: run.timeLeft() });
}
