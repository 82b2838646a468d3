import type { StepOf } from "@gatepost/contract/steps";
import { showsElement } from "../browser/element.ts";
import type { Run } from "./run.ts";

export async function ifElement(step: StepOf<"IF_ELEMENT">, run: Run): Promise<"then" | "else"> {
  return (await showsElement(run, step.selector)) ? "then" : "else";
}
