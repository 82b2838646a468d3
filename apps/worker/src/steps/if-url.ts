import type { StepOf } from "@gatepost/contract/steps";
import type { Run } from "./run.ts";
import { isAddressReached } from "./wait-for-url.ts";

export async function ifUrl(step: StepOf<"IF_URL">, run: Run): Promise<"then" | "else"> {
  return (await isAddressReached(run, step.pattern)) ? "then" : "else";
}
