import { setTimeout as sleep } from "node:timers/promises";
import type { StepOf } from "@gatepost/contract/steps";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";
import { toPattern } from "./wait-for-url.ts";

const pollMs = 50;

/** Goes on in the first window, the newest one, or the newest whose address fits a pattern. */
export async function switchWindow(step: StepOf<"SWITCH_WINDOW">, run: Run): Promise<void> {
  const to = run.text(step.to);
  const fits = toPattern(to);
  for (;;) {
    const open = run.windows.open;
    const found = to === "first" ? open[0] : to === "newest" ? open.at(-1) : open.findLast((page) => fits(page.url()));
    if (found) {
      run.windows.choose(found);
      return found.bringToFront();
    }
    if (run.timeLeft() <= pollMs)
      throw new Failure(`none of the ${open.length} open windows has an address that matches ${run.named(step.to)}`);
    await sleep(pollMs, undefined, { signal: run.signal });
  }
}
