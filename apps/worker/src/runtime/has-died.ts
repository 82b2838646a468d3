import type { BrowserLease } from "../browser/browser-pool.ts";
import { within } from "./abort.ts";

/** A browser's death is heard on its pipe a moment after the calls that died with it. */
const goneMs = 500;

/** Whether a browser is gone, or is found to be within a moment. */
export async function hasDied(browser: BrowserLease | undefined): Promise<boolean> {
  const gone = browser?.gone;
  if (!gone || gone.aborted) return true;
  const closed = new Promise<true>((resolve) => gone.addEventListener("abort", () => resolve(true), { once: true }));
  return within(closed, goneMs, () => new Error("lives")).catch(() => false);
}
