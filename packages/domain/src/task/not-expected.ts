import { DomainError } from "../errors.ts";

/** The refusal of a name that is none of the task's late variables, which it lists. */
export function notExpected(names: readonly string[]): DomainError {
  return new DomainError("ERROR_VARIABLE_NOT_EXPECTED", notExpectedText([...names].sort().join(", ")));
}

/** `names`: the task's late variables, separated by commas; null or empty if it has none. */
export function notExpectedText(names: string | null): string {
  return `The task has no late variable of this name. ${names ? `It has: ${names}.` : "It has none."}`;
}
