import type { StepOf } from "@gatepost/contract/steps";
import type { Run } from "./run.ts";

export async function waitForVariableValue(step: StepOf<"WAIT_FOR_VARIABLE_VALUE">, run: Run): Promise<void> {
  await run.awaitValue(step);
  await run.refusals.remember(run.page, step.name.permanent);
}
