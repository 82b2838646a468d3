import type { Run } from "./run.ts";

/** How long a step that asks again waits for the response to what was submitted before it. */
export const responseMs = 30_000;

/**
 * Whether the site had still to respond to a navigation of the page, such as a submitted form, when the step's time was
 * over. Waits for the response, and then gives the step its time once more, because the old page says nothing about the
 * value.
 */
export async function cameLate(run: Run): Promise<boolean> {
  if (!(await run.windows.responded(responseMs))) return false;
  run.restartTime();
  return true;
}
