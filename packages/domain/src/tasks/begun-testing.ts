import type { BegunStep, BegunSteps } from "./begun-steps.ts";

/** One step to be recorded, which is the n-th of its run and of its template. */
export function begun(
  step: number,
  { maySubmit = false, type = "PAUSE", ...more }: Partial<BegunStep> & { maySubmit?: boolean } = {},
): BegunSteps {
  return { maySubmit, steps: [{ nth: step, step, type, ...more }] };
}
