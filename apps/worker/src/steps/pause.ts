import { setTimeout as sleep } from "node:timers/promises";
import { type StepOf, timeoutOf } from "@gatepost/contract/steps";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

export async function pause(step: StepOf<"PAUSE">, run: Run): Promise<void> {
  const [seconds, most] = [step.seconds.permanent, timeoutOf(step)];
  await sleep(Math.min(seconds, most) * 1_000, undefined, { signal: run.signal });
  if (seconds > most)
    throw new Failure(`the pause of ${seconds} s is longer than the ${most} s that the step may take`);
}
