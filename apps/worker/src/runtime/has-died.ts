import type { BrowserLease } from "../browser/browser-pool.ts";
import { within } from "./abort.ts";

/** When a browser crashes, its pipe closes a moment after the calls to it have failed. */
const goneMs = 500;

/** Whether a browser has ended, or ends within half a second. */
export async function hasDied(browser: BrowserLease | undefined): Promise<boolean> {
  const gone = browser?.gone;
  if (!gone || gone.aborted) return true;
  const closed = new Promise<true>((resolve) => gone.addEventListener("abort", () => resolve(true), { once: true }));
  return within(closed, goneMs, () => new Error("lives")).catch(() => false);
}
