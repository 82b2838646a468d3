import type { Parameter } from "@gatepost/contract/parameter";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

/** A parameter that is true or false. Fails where a variable holds anything else. */
export function booleanOf(parameter: Parameter, run: Run): boolean {
  const text = run.text(parameter);
  if (text !== "true" && text !== "false")
    throw new Failure(`${run.named(parameter)} must be true or false, and is neither`);
  return text === "true";
}
