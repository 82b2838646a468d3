import { DomainError } from "../platform/errors.ts";
import type { Bound } from "../platform/vault.ts";

/** What a wait's prompt is bound to: its account, its task and its variable. */
export function promptPlace(accountId: number, taskId: number, name: string): Bound {
  return [accountId, taskId, `prompt of ${name}`];
}

/** The refusal of a name that is none of the task's late variables, which it lists. */
export function notExpected(names: readonly string[]): DomainError {
  return new DomainError("ERROR_VARIABLE_NOT_EXPECTED", notExpectedText([...names].sort().join(", ")));
}

/** `names`: the task's late variables, separated by commas; null or empty if it has none. */
export function notExpectedText(names: string | null): string {
  return `The task has no late variable of this name. ${names ? `It has: ${names}.` : "It has none."}`;
}

/**
 * A value as it is typed into a page: a string as it is, null as nothing, anything else as compact JSON. Numbers are as
 * they were sent, if they were read by parseExactJson (docs/contract.md, section 3).
 */
export function typed(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
