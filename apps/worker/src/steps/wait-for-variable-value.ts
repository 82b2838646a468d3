import type { StepOf } from "@gatepost/contract/steps";
import type { Run } from "./run.ts";

export async function waitForVariableValue(step: StepOf<"WAIT_FOR_VARIABLE_VALUE">, run: Run): Promise<void> {
  await run.awaitValue(step);
  await run.refusals.record(run.page, step.name.permanent);
}
