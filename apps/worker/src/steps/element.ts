import type { Parameter, Selector } from "@gatepost/contract/parameter";
import { readSelector, type SelectorKind } from "@gatepost/domain/templates/selector";
import { errors, type Frame, type Locator, type Page } from "playwright";
import { Failure, maxReadCharacters } from "../browser/failure.ts";
import {
  type Find,
  framesOf,
  glance,
  isShown,
  maxFrames,
  type Probe,
  probeFrames,
  type Sight,
} from "../browser/frames.ts";
import { asking, labelsOf } from "../browser/page-functions.ts";
import { isLeft } from "../browser/playwright-reason.ts";
import { plainText, showingText } from "../browser/shown-text.ts";
import { type ConnectFailure, connectFailureReasons } from "../egress/proxy-session.ts";
import type { Run } from "./run.ts";

/**
 * Playwright polls after 20, 50, 100, 100 and then every 500 ms. Polling in slices keeps the pauses at 50 ms while a
 * change is likely, and at 100 ms later. Each slice covers the frames that the page has at the time.
 */
const eagerMs = 2_000;
const eagerSlice = 240;
const patientSlice = 1_000;
/** Sentences about hosts that were not reached, so that a page with many frames makes no long error. */
const maxUnreached = 3;

/** The first visible element that the selector matches, on the page or in a frame, as soon as there is one. */
export async function visibleElement(run: Run, selector: Selector): Promise<Locator> {
  return (await probeElement(run, selector, waitFor)).element;
}

/** Finds the first visible element, or the one of `find`, and asks it something in the same round trip. */
export async function probeElement<T>(run: Run, given: Selector, probe: Probe<T>, find = byVisible): Promise<Sight<T>> {
  const selector = await firstThatMatches(run, given, find);
  const all = bySelector(run, selector);
  return untilSeen(run, find(run, selector), probe, async () => {
    const options: Find = (frame) => all(frame).and(frame.locator("css=option"));
    const counts = await Promise.all([countOf(run, all), countVisible(run, selector), countOf(run, options)]);
    return `looked for ${run.named(selector)}${elsewhere(run)}; ${found(...counts)}`;
  });
}

/** All elements that the selector matches in the frame where the first visible one is, once there is one. */
export async function listOf(run: Run, given: Selector): Promise<Locator> {
  const selector = await firstThatMatches(run, given, byVisible);
  const { frame } = await probeElement(run, selector, waitFor);
  return bySelector(run, selector)(frame);
}

/** The number of visible elements that the selector matches on the page and in its frames; 0 if the page does not say it. */
export async function countVisible(run: Run, selector: Selector): Promise<number> {
  return (await countOf(run, allVisible(run, selector))) ?? 0;
}

export function allVisible(run: Run, selector: Selector): Find {
  const all = bySelector(run, selector);
  return (frame) => all(frame).filter({ visible: true });
}

/** Where the first element is that the selector matches, visible or not: file fields are often hidden behind a button. */
export function byAny(run: Run, selector: Selector): Find {
  const all = bySelector(run, selector);
  return (frame) => all(frame).first();
}

/** Resolves when the page or a frame shows the text; fails when the step's time is over. */
export async function untilTextVisible(run: Run, text: Parameter): Promise<void> {
  const missing = async () => `${searchedBy(run)} did not show ${run.namedText(text)}`;
  await untilSeen(run, byText(run, text), waitFor, missing);
}

/** Where the text is visible. A blank text is a failure, and not a text that is missing. */
export function byText(run: Run, text: Parameter): Find {
  const sought = soughtText(run, text);
  return (frame) => showingText(frame, sought).first();
}

/** The text that a step looks for. A blank text would be found on every page, so it is a failure. */
export function soughtText(run: Run, text: Parameter): string {
  const sought = run.text(text);
  if (plainText(sought) === "") throw new Failure(`${run.named(text)} is blank, and every page shows that`);
  return sought;
}

/** Where what the selector matches is visible. One that cannot be read is a failure, and not an element that is missing. */
export function byVisible(run: Run, selector: Selector): Find {
  const all = bySelector(run, selector);
  return (frame) => firstVisible(all(frame));
}

const meantKinds = {
  field: `:is(input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), textarea, select,
    [contenteditable]:not([contenteditable=false])):not([aria-hidden=true])`,
  box: ":is([type=checkbox], [type=radio], [role=checkbox], [role=radio], [role=switch])",
};

/**
 * The field or box that is meant where the first visible match is none: the first match that is one, as beside a group of the same
 * label; or else the only one within the first match, as in a web component. Undefined if there is none.
 */
export async function meantBy(
  run: Run,
  selector: Selector,
  { frame }: { frame: Frame },
  kind: keyof typeof meantKinds,
): Promise<Find | undefined> {
  const all = bySelector(run, selector);
  const some = (around: Frame | Locator) => around.locator(`css=${meantKinds[kind]}`).filter({ visible: true });
  const among: Find = (within) => all(within).and(some(within)).first();
  const inside: Find = (within) => some(firstVisible(all(within)));
  if ((await among(frame).count()) > 0) return among;
  return (await inside(frame).count()) === 1 ? inside : undefined;
}

/** The same for boxes. If all are hidden, as where the page draws its own in their labels, the first visible label. */
export function byVisibleBox(run: Run, selector: Selector): Find {
  const all = bySelector(run, selector);
  return (frame) => {
    const seen = all(frame).filter({ visible: true });
    const unseen = frame.locator("css=:root").filter({ hasNot: seen }).locator(all(frame));
    return firstVisible(seen.or(labelsOf(unseen)));
  };
}

/**
 * Whether the element is gone or hidden everywhere: true as soon as it is, false when the step's time is over. What is missing
 * while a document is loading may come later.
 */
export async function isGone(run: Run, find: Find): Promise<boolean> {
  for (;;) {
    const { page } = run;
    const timeout = Math.min(patientSlice, run.timeLeft());
    try {
      await Promise.all(framesOf(page).map((frame) => goneFrom(frame, find, timeout)));
      await documentsReady(run);
      if (await isGoneNow(page, find)) return true;
      if (run.timeLeft() <= 1) return false;
    } catch (error) {
      if (await run.windows.continuesElsewhere(page, error)) continue;
      if (!(error instanceof errors.TimeoutError)) throw error;
      if (run.timeLeft() <= 1) return isGoneNow(page, find);
    }
  }
}

async function documentsReady(run: Run): Promise<void> {
  const ready = framesOf(run.page).map((frame) =>
    frame.waitForLoadState("domcontentloaded", { timeout: run.timeLeft() }).catch(() => {}),
  );
  await Promise.all(ready);
}

/** Also for when the time is over: on a busy machine it may have passed without a look. */
function isGoneNow(page: Page, find: Find): Promise<boolean> {
  const looks = framesOf(page).map(async (frame) => (await find(frame).count()) === 0 || !(await isShown(frame)));
  const gone = Promise.all(looks).then((all) => all.every(Boolean));
  return glance(gone, false);
}

/** Where a step looked, as a sentence's subject: `the page`, or `the pop-up and its 2 frames`. */
export function searchedBy(run: Run): string {
  const frames = run.page.frames().length - 1;
  const page = run.windows.inPopUp ? "the pop-up" : "the page";
  if (frames === 0) return page;
  if (frames > maxFrames) return `${page} and the first ${maxFrames} of its ${frames} frames`;
  return `${page} and its ${frames === 1 ? "frame" : `${frames} frames`}`;
}

/** Where a step looked, to follow what it looked for; empty for a page without frames or pop-ups. */
function elsewhere(run: Run): string {
  const searched = searchedBy(run);
  return searched === "the page" ? "" : ` in ${searched}`;
}

/** Between two looks at what may still become right. */
const lookMs = 100;

/** Looks again and again until there is no problem with what is seen. When the step's time is over, throws the last one. */
export async function untilRight<T>(run: Run, look: () => Promise<T>, problemOf: (seen: T) => Failure | undefined) {
  let problem: Failure | undefined;
  for (;;) {
    const seen = await look().catch((error) => {
      // The last look may have had no time left to see what the one before it saw.
      throw problem && run.timeLeft() <= 1 ? problem : error;
    });
    problem = problemOf(seen);
    if (!problem) return seen;
    if (run.timeLeft() <= lookMs) throw problem;
    await run.pause(lookMs);
  }
}

/** What the selector matches, or any of several. */
function bySelector(run: Run, selector: Selector): Find {
  const kinds = [selector].flat().map((one) => kindOf(run, one));
  // In brackets, /html is that of the document also within an element, as in byVisibleBox.
  const whole = (kind: SelectorKind) => ("xpath" in kind ? { xpath: `(${kind.xpath})` } : kind);
  return (frame) => kinds.map((kind) => locate(frame, whole(kind))).reduce((all, more) => all.or(more));
}

/** A selector as it is looked up. */
export function kindOf(run: Run, selector: Parameter): SelectorKind {
  const kind = readSelector(run.text(selector));
  if ("problem" in kind) throw new Failure(`the selector ${run.named(selector)} ${kind.problem}`);
  return kind;
}

/**
 * Of several selectors, the first that matches something as soon as one of them does; all of them if none does in the step's
 * time. Notes for the timeline if it is not the first.
 */
async function firstThatMatches(
  run: Run,
  given: Selector,
  find: (run: Run, selector: Selector) => Find,
): Promise<Selector> {
  if (!Array.isArray(given)) return given;
  if (!(await seenInTime(run, find(run, given), waitFor))) return given;
  for (const [index, selector] of given.entries()) {
    if (!(await isSeenNow(run, find(run, selector)))) continue;
    if (index > 0) run.observed.note("otherSelector", run.named(selector), run.page);
    return selector;
  }
  return given;
}

function firstVisible(all: Locator): Locator {
  return all.filter({ visible: true }).first();
}

/** One call of the protocol, where Playwright's `waitFor` makes three. What is sought is visible by its locator. */
export const waitFor = asking("present");

async function goneFrom(frame: Frame, find: Find, timeout: number): Promise<void> {
  try {
    if (frame.parentFrame() && !(await isShown(frame))) return;
    await find(frame).waitFor({ state: "hidden", timeout });
  } catch (error) {
    if (!frame.parentFrame() || !frame.isDetached()) throw error;
  }
}

async function untilSeen<T>(run: Run, find: Find, probe: Probe<T>, missing: () => Promise<string>): Promise<Sight<T>> {
  const sight = await seenInTime(run, find, probe);
  if (sight) return sight;
  const titled = run.page.evaluate((max) => document.title.slice(0, max), maxReadCharacters);
  const [what, title] = await Promise.all([missing(), glance(titled, "").then(run.redacted)]);
  const titles = title ? [`the page's title was "${title.slice(0, 100)}"`] : [];
  throw new Failure([what, ...titles, ...unreachedFrames(run)].join("; "));
}

/** A sentence for each host of the page's frames that was not reached. What is looked for may be in such a frame. */
function unreachedFrames({ page, windows, connectFailureAt, redacted }: Run): string[] {
  const hosts = new Map<string, ConnectFailure>();
  for (const frame of page.frames()) {
    const address = windows.soughtIn(frame) ?? frame.url();
    const connectFailure = frame.parentFrame() ? connectFailureAt(address) : undefined;
    if (connectFailure) hosts.set(new URL(address).host, connectFailure);
  }
  return [...hosts]
    .slice(0, maxUnreached)
    .map(([host, failure]) => `the frame of ${redacted(host)} was not loaded: ${connectFailureReasons[failure]}`);
}

/** The element with what was asked of it; undefined when the step's time is over. */
async function seenInTime<T>(run: Run, find: Find, probe: Probe<T>): Promise<Sight<T> | undefined> {
  const began = performance.now();
  for (;;) {
    const slice = performance.now() - began < eagerMs ? eagerSlice : patientSlice;
    const { page } = run;
    try {
      return await probeFrames(page, find, probe, Math.min(slice, run.timeLeft()));
    } catch (error) {
      if (await run.windows.continuesElsewhere(page, error)) continue;
      if (!(error instanceof errors.TimeoutError || isLeft(error))) throw error;
      if (run.timeLeft() <= 1) return undefined;
    }
  }
}

/**
 * Whether the page or a frame shows it, at the latest when the step's time is over. On a busy machine, a short time limit can pass before
 * the page was checked even once, and what a task does must not depend on that. So the page is checked once more at the end.
 */
export async function isSeen(run: Run, find: Find): Promise<boolean> {
  return (await seenInTime(run, find, waitFor)) !== undefined || isSeenNow(run, find);
}

/** Whether an element is on the page or in a frame now. */
function isSeenNow(run: Run, find: Find): Promise<boolean> {
  const looks = framesOf(run.page).map(async (frame) => {
    if ((await find(frame).count()) === 0 || !(await isShown(frame))) throw new Error("not seen");
    return true;
  });
  // One that shows it is enough; a frame that does not answer is not waited for.
  return glance(Promise.any(looks), false);
}

/** The number of elements on the page and in its frames; undefined if the page does not say it. */
async function countOf(run: Run, find: Find): Promise<number | undefined> {
  const main = run.page.mainFrame();
  const countIn = (frame: Frame) => glance(find(frame).count(), frame === main ? undefined : 0);
  const counts = await Promise.all(framesOf(run.page).map(countIn));
  return counts.reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0);
}

const unanswered = "the page did not answer";
const unmatched = "no element matched it";

/** What is on the page after a search found nothing in its time. */
function found(there: number | undefined, visible: number, options = 0): string {
  if (there === undefined) return unanswered;
  if (there === 0) return unmatched;
  if (visible === 0) {
    const advice = options > 0 ? "; an option of a list is chosen by SELECT_OPTION" : "";
    return `${there} matched it, but none was visible${advice}`;
  }
  return 'it was visible only when the step\'s time was over; give the step a longer "timeout"';
}

type Role = Parameters<Frame["getByRole"]>[0];

/** All that a selector matches, in a frame or in an element. */
export function locate(within: Frame | Locator, kind: SelectorKind): Locator {
  if ("css" in kind) return within.locator(`css=${kind.css}`);
  if ("xpath" in kind) return within.locator(`xpath=${kind.xpath}`);
  if ("text" in kind) return within.getByText(kind.text, { exact: kind.exact });
  if ("label" in kind) return within.getByLabel(kind.label, { exact: kind.exact });
  return within.getByRole(kind.role as Role, kind.name === undefined ? {} : { name: named(kind.name) });
}

/** A whole accessible name, around which browsers also put the characters of icon fonts. */
function named(name: string): RegExp {
  const words = name.trim().split(/\s+/).map(RegExp.escape);
  return new RegExp(`^[\\p{Co}\\s]*${words.join("\\s+")}[\\p{Co}\\s]*$`, "u");
}
