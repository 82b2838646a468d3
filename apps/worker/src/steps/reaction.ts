import { setTimeout as sleep } from "node:timers/promises";
import type { Page, Request } from "playwright";
import { askPage } from "../browser/page-functions.ts";
import type { Run } from "./run.ts";

/** How long a page may take to begin to react, if it does. */
const beginMs = 500;
/** How long the responses to what its scripts request may take; some requests never end. */
const responsesMs = 10_000;
/** How long a page may take to show a response. */
const showMs = 100;
const pollMs = 50;
const answerMs = 5_000;

/**
 * Acts on the page and waits for its reaction: until the document has changed, and what its scripts requested has been
 * answered. For steps of a repetition, because the next one would find what the last run left.
 */
export async function actAndAwaitReaction(run: Run, act: () => Promise<void>): Promise<void> {
  const { page } = run;
  const open = new Set<Request>();
  let asked = false;
  const begins = (request: Request) => {
    if (!/^(?:fetch|xhr)$/.test(request.resourceType())) return;
    open.add(request);
    asked = true;
  };
  const ends = (request: Request) => void open.delete(request);
  const until = async (isDone: () => Promise<boolean> | boolean, ms: number) => {
    const end = performance.now() + Math.min(ms, run.timeLeft());
    while (performance.now() < end && !(await isDone())) await sleep(pollMs, undefined, { signal: run.signal });
  };
  page.on("request", begins).on("requestfinished", ends).on("requestfailed", ends);
  try {
    await askPage(page.mainFrame(), "watch", { timeout: answerMs }).catch(() => null);
    await act();
    await until(async () => open.size > 0 || (await hasChanged(page)), beginMs);
    await until(() => open.size === 0, responsesMs);
    if (asked) await sleep(showMs, undefined, { signal: run.signal });
  } finally {
    page.off("request", begins).off("requestfinished", ends).off("requestfailed", ends);
  }
}

/** A document that is new, or that is being left, has changed. */
async function hasChanged(page: Page): Promise<boolean> {
  if (page.isClosed()) return true;
  return (await askPage(page.mainFrame(), "changed", { timeout: answerMs }).catch(() => null)) ?? true;
}
