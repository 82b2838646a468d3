import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../browser/element.ts";
import type { Run } from "./run.ts";

export async function hover(step: StepOf<"HOVER">, run: Run): Promise<void> {
  const element = await visibleElement(run, step.selector);
  await element.hover({ timeout: run.timeLeft() });
}
