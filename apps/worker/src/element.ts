import type { Parameter } from "@gatepost/contract/steps";
import { errors, type Locator } from "playwright-core";
import { within } from "./abort.ts";
import { Failure } from "./failure.ts";
import type { Run } from "./run.ts";
import { toCss } from "./selector.ts";

/**
 * Playwright looks again after 20, 50, 100, 100 and then every 500 ms. Asking anew in slices keeps the pauses at 50 ms
 * while something is likely to happen, and at 100 ms later.
 */
const eagerMs = 2_000;
const eagerSlice = 240;
const patientSlice = 1_000;
const lookMs = 1_000;

/** Asks something of an element; it waits for the element itself, for at most `timeout` ms. */
type Look<T> = (element: Locator, timeout: number) => Promise<T>;

/** The first visible element that the selector matches, once there is one. */
export async function visibleElement(run: Run, selector: Parameter): Promise<Locator> {
  return (await lookAtVisible(run, selector, waitFor)).element;
}

/** The same, with what is asked of it on the way: one round trip instead of two. */
export async function lookAtVisible<T>(run: Run, selector: Parameter, look: Look<T>) {
  const all = run.page.locator(`css=${toCss(run.text(selector))}`);
  const element = all.filter({ visible: true }).first();
  const seen = await untilSeen(run, element, look, async () => {
    const there = await glance(all.count(), 0);
    const found = there === 0 ? "no element matched it" : `${there} matched it, but none was visible`;
    return `looked for ${run.named(selector)}; ${found}`;
  });
  return { element, seen };
}

/** The first element that the selector matches, seen or not: file fields are often hidden behind a button. */
export async function lookAtAny<T>(run: Run, selector: Parameter, look: Look<T>) {
  const element = run.page.locator(`css=${toCss(run.text(selector))}`).first();
  const nothing = async () => `looked for ${run.named(selector)}; no element matched it`;
  return { element, seen: await untilSeen(run, element, look, nothing) };
}

/** Resolves when the element is visible; when the step's time is over, fails with what `missing` tells. */
export async function untilVisible(run: Run, element: Locator, missing: () => Promise<string>): Promise<void> {
  await untilSeen(run, element, waitFor, missing);
}

/** Resolves when the element is gone or hidden; when the step's time is over, fails with what `present` says. */
export async function untilGone(run: Run, element: Locator, present: string): Promise<void> {
  try {
    await element.waitFor({ state: "hidden", timeout: run.timeLeft() });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    throw new Failure(present);
  }
}

const waitFor: Look<void> = (element, timeout) => element.waitFor({ state: "visible", timeout });

async function untilSeen<T>(run: Run, element: Locator, look: Look<T>, missing: () => Promise<string>): Promise<T> {
  const began = performance.now();
  for (;;) {
    const slice = performance.now() - began < eagerMs ? eagerSlice : patientSlice;
    try {
      return await look(element, Math.min(slice, run.timeLeft()));
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      if (run.timeLeft() > 1) continue;
      const title = run.redacted(
        await glance(
          run.page.evaluate(() => document.title.slice(0, 1_000)),
          "",
        ),
      );
      throw new Failure(`${await missing()}${title ? `; the page's title was "${title.slice(0, 100)}"` : ""}`);
    }
  }
}

/** An answer of the page for a description, if it gives one soon. */
function glance<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  return within(answer, lookMs, () => new Error("no answer")).catch(() => otherwise);
}
