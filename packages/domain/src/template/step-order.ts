import type { StepPath } from "@gatepost/contract/step-paths";

/** How many keys two places of steps begin with in common. */
export function sharedKeys(one: StepPath, other: StepPath): number {
  const at = one.findIndex((key, index) => key !== other[index]);
  return at === -1 ? one.length : at;
}

/**
 * Whether a step comes before or after another one wherever a task runs both, or is in the other branch of an IF. A step comes
 * before those that it nests. Of a repetition, one run is meant.
 */
export function orderOf(step: StepPath, other: StepPath): "before" | "after" | "other branch" {
  const at = sharedKeys(step, other);
  const [own, others] = [step[at], other[at]];
  if (others === undefined) return "after";
  if (own === undefined) return "before";
  if (typeof own === "string" || typeof others === "string") return "other branch";
  return own < others ? "before" : "after";
}
