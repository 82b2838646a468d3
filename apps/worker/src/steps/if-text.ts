import type { StepOf } from "@gatepost/contract/steps";
import { showsText, soughtText } from "../browser/element.ts";
import type { Run } from "./run.ts";

export async function ifText(step: StepOf<"IF_TEXT">, run: Run): Promise<"then" | "else"> {
  // A blank text is a failure, and not a text that is missing.
  soughtText(run, step.text);
  return (await showsText(run, step.text)) ? "then" : "else";
}
