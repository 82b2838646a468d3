import { setTimeout as sleep } from "node:timers/promises";
import type { Selector } from "@gatepost/contract/parameter";
import type { StepOf } from "@gatepost/contract/steps";
import { errors, type Locator, type Page, type Request } from "playwright";
import type { Sight } from "../browser/frames.ts";
import { asking, askPage } from "../browser/page-functions.ts";
import { allVisible, byAny, countVisible, probeElement, visibleElement, waitFor } from "./element.ts";
import type { Run, StepKinds } from "./run.ts";

/**
 * Clicks once the element can be clicked, and waits for the navigation that the click starts, if any; in a repetition, or
 * next to a step that clicks the same, also for what else the page does then.
 */
async function click(step: StepOf<"CLICK">, run: Run): Promise<void> {
  const first = await probeElement(run, step.selector, asking("pointed"));
  const { element, seen } = first.seen.isOff ? await nextOnPage(run, step.selector, first) : first;
  const force = seen.isPassed;
  const click = () => element.click({ clickCount: step.double ? 2 : 1, force, timeout: run.timeLeft() });
  const act = () => actStill(element, click);
  await actAndAwaitReaction(run, act);
}

/** How many matches beyond the page's edge are passed over. */
const maxOff = 20;

/** The first visible match on the page, where those before it are beyond its edge; the given one if there is none. */
async function nextOnPage<T extends Sight<{ isOff: boolean }>>(run: Run, selector: Selector, first: T): Promise<T> {
  const all = allVisible(run, selector)(first.frame);
  const count = Math.min(maxOff, await all.count());
  for (let n = 1; n < count; n++) {
    const element = all.nth(n);
    const seen = await askPage(element, "pointed", { timeout: run.timeLeft() });
    if (!seen.isOff) return { ...first, element, seen };
  }
  return first;
}

/** How long an element may keep moving, or be disabled, until it is stopped now and then, and for how long that is each time. */
const [movingMs, stoppedMs] = [2_000, 1_000];
/** How long the page may take to stop it. */
const stopMs = 500;

/**
 * Acts on an element that must be still and enabled for that. It is stopped now and then where an animation moves it without end. If it
 * stays disabled, the field that has the focus is left: many pages check a field, and enable their button, only then. Not at once, because
 * menus close when their field is left, and enable what is in them a moment after something was typed.
 */
export async function actStill<T>(element: Locator, act: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const stopping = stopNowAndThen(element, over.signal).catch(() => {});
  try {
    return await act();
  } finally {
    over.abort();
    await stopping;
  }
}

async function stopNowAndThen(element: Locator, signal: AbortSignal): Promise<void> {
  for (let stopped = 1; stopped > 0; ) {
    await sleep(movingMs, undefined, { signal });
    stopped = await askPage(element, "pause", { timeout: stopMs });
    await sleep(stoppedMs, undefined, { signal }).finally(() => askPage(element, "resume", { timeout: stopMs }));
  }
}

/** How long a page may take to begin to react, if it does. */
const beginMs = 500;
/** How long the responses to what its scripts request may take; some requests never end. */
const responsesMs = 10_000;
/** How long a page may take to show a response. */
const showMs = 100;
const pollMs = 50;
const answerMs = 5_000;

/**
 * Acts on the page and, where the next step would find what was there before, waits for its reaction: until the document has changed,
 * and what its scripts requested has been answered.
 */
async function actAndAwaitReaction(run: Run, act: () => Promise<void>): Promise<void> {
  if (!run.isRepeated) return act();
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
    while (performance.now() < end && !(await isDone())) await run.pause(pollMs);
  };
  page.on("request", begins).on("requestfinished", ends).on("requestfailed", ends);
  try {
    await askPage(page.mainFrame(), "watch", { timeout: answerMs }).catch(() => null);
    await act();
    await until(async () => open.size > 0 || (await hasChanged(page)), beginMs);
    await until(() => open.size === 0, responsesMs);
    if (asked) await run.pause(showMs);
  } finally {
    page.off("request", begins).off("requestfinished", ends).off("requestfailed", ends);
  }
}

/** A document that is new, or that is being left, has changed. */
async function hasChanged(page: Page): Promise<boolean> {
  if (page.isClosed()) return true;
  return (await askPage(page.mainFrame(), "changed", { timeout: answerMs }).catch(() => null)) ?? true;
}

async function hover(step: StepOf<"HOVER">, run: Run): Promise<void> {
  const element = await visibleElement(run, step.selector);
  await actStill(element, () => element.hover({ timeout: run.timeLeft() }));
}

/** Moves of the pointer on the way. Pages that follow it begin to drag after a few pixels, and then need further moves. */
const moves = 10;

/** Presses the pointer on one element, moves it to the other, and releases it there. */
async function drag(step: StepOf<"DRAG">, run: Run): Promise<void> {
  const [from, to] = [await probeElement(run, step.from, waitFor), await probeElement(run, step.to, waitFor)];
  if (from.frame === to.frame) return from.element.dragTo(to.element, { timeout: run.timeLeft(), steps: moves });
  // Playwright would look for both in one frame.
  const { mouse } = run.page;
  await from.element.hover({ timeout: run.timeLeft() });
  await mouse.down();
  try {
    await to.element.scrollIntoViewIfNeeded({ timeout: run.timeLeft() });
    const box = await to.element.boundingBox({ timeout: run.timeLeft() });
    if (box) await mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: moves });
  } finally {
    await mouse.up();
  }
}

/** How long it is tried whether an element that is not visible has a place on the page. */
const tryMs = 500;

/** Scrolls to the first visible element; if none is, to the first one, such as a mark without a size at a list's end. */
async function scrollTo(step: StepOf<"SCROLL_TO">, run: Run): Promise<void> {
  const { selector } = step;
  const any = await probeElement(run, selector, waitFor, byAny);
  while ((await countVisible(run, selector)) === 0 && run.timeLeft() > 1) {
    try {
      return await scrollToElement(any.element, tryMs, run);
    } catch (error) {
      // One that is not displayed; another one may become visible.
      if (!(error instanceof errors.TimeoutError)) throw error;
    }
  }
  await scrollToElement(await visibleElement(run, selector), run.timeLeft(), run);
}

async function scrollToElement(element: Locator, ms: number, run: Run): Promise<void> {
  await actAndAwaitReaction(run, () => element.scrollIntoViewIfNeeded({ timeout: Math.min(ms, run.timeLeft()) }));
}

export const pointerSteps = {
  CLICK: { run: click, submits: "always", shows: true },
  HOVER: { run: hover, submits: "never", shows: true },
  SCROLL_TO: { run: scrollTo, submits: "never", shows: true },
  DRAG: { run: drag, submits: "always", shows: true },
} satisfies StepKinds;
