import { within } from "@gatepost/domain/platform/signal";
import { type BrowserContext, errors, type Frame, type Locator, type Page } from "playwright";

/** The number of frames that are searched, so that a page with more cannot take the time of other tasks. */
export const maxFrames = 100;
/** Added to the time of a search, for a frame that does not even respond that nothing is there. */
const graceMs = 250;
/** How long a page may take to say what it shows. */
const glanceMs = 1_000;
/** How long a document may take to run a script. */
const answerMs = 2_000;

/** Finds an element in a frame. */
export type Find = (frame: Frame) => Locator;
/** Reads something from an element. Waits for the element itself for at most `timeout` ms, and changes nothing. */
export type Probe<T> = (element: Locator, timeout: number) => Promise<T>;

/** An element with what was read from it. */
export interface Sight<T> {
  frame: Frame;
  element: Locator;
  seen: T;
}

/**
 * The first element that is found on the page or in one of its frames within `timeout` ms. Of several at once, the one on the page wins,
 * then the one in the earliest frame. Hidden frames are ignored. Rejects as the search on the page itself does.
 */
export async function probeFrames<T>(page: Page, find: Find, probe: Probe<T>, timeout: number): Promise<Sight<T>> {
  const [main, ...inner] = framesOf(page);
  const onPage = probeFrame(main, find, probe, timeout);
  if (inner.length === 0) return onPage;
  const late = () => new errors.TimeoutError("The frame does not answer.");
  const inFrames = inner.map(async (frame) => {
    const sight = await within(probeFrame(frame, find, probe, timeout), timeout + graceMs, late);
    if (!(await isShown(frame))) throw late();
    return sight;
  });
  const sight = await Promise.any([onPage, ...inFrames]).catch((error: AggregateError) => {
    throw error.errors[0];
  });
  for (const earlier of [main, ...inner]) {
    if (earlier === sight.frame) break;
    const count = await glance(find(earlier).count(), 0, graceMs);
    if (count === 0 || !(await isShown(earlier))) continue;
    return probeFrame(earlier, find, probe, graceMs).catch(() => sight);
  }
  return sight;
}

/**
 * Whether a frame has an address. One that has loaded nothing yet has none; it shows nothing, and never answers if it is loaded
 * only once it is scrolled to.
 */
export function hasLoaded(frame: Frame): boolean {
  return frame.url() !== "";
}

/**
 * Runs a script in every document of a context, now and from then on, perhaps more than once. An init script alone misses documents:
 * a window that opens, or a frame that a script makes, runs it in its empty document, and its next one has the same window.
 * Resolves once those that are there have run it, unless they do not answer for a while.
 */
export async function runInDocuments(context: BrowserContext, content: string): Promise<void> {
  const run = (frame: Frame) => frame.evaluate(content).catch(() => {});
  const follow = (page: Page) => {
    page.on("framenavigated", run);
    return Promise.all(framesOf(page).map(run));
  };
  context.on("page", follow);
  await context.addInitScript({ content });
  const running = Promise.all(context.pages().map(follow));
  await within(running, answerMs).catch(() => {});
}

/**
 * Calls a binding. Sent into pages as text. Libraries such as Prototype change what JSON makes of arrays, in which Playwright sends
 * what a binding is given.
 */
export function callBinding(name: string, given: unknown): void {
  const call = (window as unknown as Record<string, ((given: unknown) => void) | undefined>)[name];
  const changed = Object.getOwnPropertyDescriptor(Array.prototype, "toJSON");
  try {
    if (changed) Reflect.deleteProperty(Array.prototype, "toJSON");
    call?.(given);
  } finally {
    if (changed) Object.defineProperty(Array.prototype, "toJSON", changed);
  }
}

/** What a page says, if it comes soon, or `otherwise`. */
export function glance<T, F>(answer: Promise<T>, otherwise: F, ms = glanceMs): Promise<T | F> {
  return within<T | F>(answer, ms).catch(() => otherwise);
}

/** The page's own frame, then those within it that have loaded something. */
export function framesOf(page: Page): [Frame, ...Frame[]] {
  const main = page.mainFrame();
  const inner = page.frames().filter((frame) => frame !== main && hasLoaded(frame));
  return [main, ...inner.slice(0, maxFrames)];
}

/** The focused element, on the page or in a frame. Undefined if there is none. */
export async function focusedElement(page: Page): Promise<Omit<Sight<unknown>, "seen"> | undefined> {
  for (let frame = page.mainFrame(); ; ) {
    const [focused, around] = [frame.locator("css=:focus"), frame.locator("css=:is(iframe, frame):focus")];
    const counts = await Promise.all([focused.count(), frame.childFrames().length === 0 ? 0 : around.count()]);
    if (counts[0] === 0) return undefined;
    const element = counts[1] > 0 ? await around.first().elementHandle() : null;
    const inner = await element?.contentFrame();
    if (!inner) return { frame, element: focused.first() };
    frame = inner;
  }
}

/** Whether a frame and those around it are visible. */
export async function isShown(frame: Frame): Promise<boolean> {
  for (let one: Frame | null = frame; one?.parentFrame(); one = one.parentFrame()) {
    const element = await one.frameElement().catch(() => undefined);
    const shown = await element?.isVisible().catch(() => false);
    await element?.dispose().catch(() => {});
    if (!shown) return false;
  }
  return true;
}

async function probeFrame<T>(frame: Frame, find: Find, probe: Probe<T>, timeout: number): Promise<Sight<T>> {
  const element = find(frame);
  return { frame, element, seen: await probe(element, timeout) };
}
