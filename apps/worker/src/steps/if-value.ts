import type { StepOf } from "@gatepost/contract/steps";
import type { Run } from "./run.ts";

/** Compares as a page would get the two. */
export async function ifValue(step: StepOf<"IF_VALUE">, run: Run): Promise<"then" | "else"> {
  return run.valueNamed(step.name.permanent) === run.text(step.equals) ? "then" : "else";
}
