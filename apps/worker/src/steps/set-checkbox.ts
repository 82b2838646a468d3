import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../element.ts";
import { Failure } from "../failure.ts";
import type { Run } from "../run.ts";

/** Clicks the box only where it is not yet as it should be. */
export async function setCheckbox(step: StepOf<"SET_CHECKBOX">, run: Run): Promise<void> {
  const wanted = run.text(step.checked);
  if (wanted !== "true" && wanted !== "false")
    throw new Failure(`${run.named(step.checked)} must be true or false, and is neither`);
  const box = await visibleElement(run, step.selector);
  await box.setChecked(wanted === "true", { timeout: run.timeLeft() });
}
