import { setTimeout as sleep } from "node:timers/promises";
import { type StepOf, timeoutOf } from "@gatepost/contract/steps";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

export async function pause(step: StepOf<"PAUSE">, run: Run): Promise<void> {
  const [seconds, max] = [step.seconds.permanent, timeoutOf(step)];
  await sleep(Math.min(seconds, max) * 1_000, undefined, { signal: run.signal });
  if (seconds > max) throw new Failure(`the pause of ${seconds} s is longer than the ${max} s that the step may take`);
}
