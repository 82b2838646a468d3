import { setTimeout as sleep } from "node:timers/promises";
import type { StepOf } from "@gatepost/contract/steps";
import type { Run } from "../run.ts";

export async function pause(step: StepOf<"PAUSE">, run: Run): Promise<void> {
  await sleep(step.seconds.permanent * 1_000, undefined, { signal: run.signal });
}
