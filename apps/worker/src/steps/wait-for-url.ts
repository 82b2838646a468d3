import type { StepOf } from "@gatepost/contract/steps";
import { errors } from "playwright";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

/** The task may go on in another window meanwhile. */
const sliceMs = 500;

/** Waits for navigations and for addresses that a page sets by itself alike. */
export async function waitForUrl(step: StepOf<"WAIT_FOR_URL">, run: Run): Promise<void> {
  const fits = toPattern(run.text(step.pattern));
  for (;;) {
    const { page } = run;
    const timeout = Math.min(sliceMs, run.timeLeft());
    try {
      return await page.waitForURL((url) => fits(url.href), { timeout, waitUntil: "commit" });
    } catch (error) {
      // A navigation that another one overtook, or that was a download, is not yet the end of the matter; nor is a
      // pop-up that was closed.
      const goesOn =
        error instanceof errors.TimeoutError ||
        (error instanceof Error && /net::ERR_ABORTED/.test(error.message)) ||
        (await run.windows.outlive(page, error));
      if (!goesOn) throw error;
      if (run.timeLeft() <= 1) throw new Failure(`the address never matched ${run.named(step.pattern)}`);
    }
  }
}

/**
 * `*` stands for any characters, all else for itself; the whole address must fit. Each part is looked for once, in
 * order, so that no pattern takes longer than its address is long.
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
