import type { StepOf } from "@gatepost/contract/steps";
import type { Run } from "../run.ts";

export function waitForVariableValue(step: StepOf<"WAIT_FOR_VARIABLE_VALUE">, run: Run): Promise<void> {
  return run.awaitValue(step);
}
