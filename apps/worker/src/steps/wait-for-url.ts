import type { Parameter } from "@gatepost/contract/parameter";
import type { StepOf } from "@gatepost/contract/steps";
import { errors } from "playwright";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

/** The task may continue in another window meanwhile. */
const sliceMs = 500;

/** Waits for a navigation, or for an address that the page sets itself. */
export async function waitForUrl(step: StepOf<"WAIT_FOR_URL">, run: Run): Promise<void> {
  if (!(await isAddressReached(run, step.pattern)))
    throw new Failure(`the address never matched ${run.named(step.pattern)}`);
}

/** Whether the page's address fits the pattern: true as soon as it does, false when the step's time is over. */
export async function isAddressReached(run: Run, pattern: Parameter): Promise<boolean> {
  const fits = toPattern(run.text(pattern));
  for (;;) {
    const { page } = run;
    const timeout = Math.min(sliceMs, run.timeLeft());
    try {
      await page.waitForURL((url) => fits(url.href), { timeout, waitUntil: "commit" });
      return true;
    } catch (error) {
      // A navigation that another one replaced, that was a download, or whose pop-up was closed is not the last one.
      const goesOn =
        error instanceof errors.TimeoutError ||
        (error instanceof Error && /net::ERR_ABORTED/.test(error.message)) ||
        (await run.windows.outlive(page, error));
      if (!goesOn) throw error;
      if (run.timeLeft() <= 1) return false;
    }
  }
}

/**
 * `*` stands for any characters, all others for themselves; the whole address must match. Each part is searched for
 * once, in order, so that no pattern takes longer than its address is long.
 */
export function toPattern(pattern: string): (address: string) => boolean {
  const parts = pattern.split("*");
  const [first = "", last = ""] = [parts[0], parts[parts.length - 1]];
  return (address) => {
    if (parts.length === 1) return address === pattern;
    if (!address.startsWith(first) || !address.endsWith(last) || address.length < first.length + last.length)
      return false;
    const end = address.length - last.length;
    let at = first.length;
    for (const part of parts.slice(1, -1)) {
      const found = address.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
