import { limits } from "@gatepost/contract/limits";
import type { Parameter, Selector } from "@gatepost/contract/parameter";
import { type StepOf, timeoutOf } from "@gatepost/contract/steps";
import { errors } from "playwright";
import { Failure } from "../browser/failure.ts";
import { asking } from "../browser/page-functions.ts";
import { plainText } from "../browser/shown-text.ts";
import {
  byText,
  byVisible,
  isGone,
  probeElement,
  searchedBy,
  soughtText,
  untilRight,
  untilTextVisible,
  visibleElement,
} from "./element.ts";
import type { Run, StepKinds } from "./run.ts";

const maxQuotedCharacters = 40;

/**
 * Waits until the page shows the text, in any letter case and with any white space; with a selector, until that element
 * shows exactly this text.
 */
async function waitForText(step: StepOf<"WAIT_FOR_TEXT">, run: Run): Promise<void> {
  if (step.selector) await untilAlone(run, step.selector, step.text);
  else await untilTextVisible(run, step.text);
}

async function untilAlone(run: Run, selector: Selector, text: Parameter): Promise<void> {
  const wanted = plainText(soughtText(run, text));
  const look = () => probeElement(run, selector, asking("text", { max: limits.variableBytes }));
  await untilRight(run, look, ({ seen }) => {
    if (seen && plainText(seen.text ?? "") === wanted) return undefined;
    const shown = (seen?.text ?? "a longer text").replace(/\s+/g, " ").trim();
    const there = run.redacted(shown).slice(0, maxQuotedCharacters);
    return new Failure(`${run.named(selector)} did not show just ${run.named(text)}; it showed "${there}"`);
  });
}

/** Waits until no visible element shows the text. */
async function waitForTextGone(step: StepOf<"WAIT_FOR_TEXT_GONE">, run: Run): Promise<void> {
  if (!(await isGone(run, byText(run, step.text))))
    throw new Failure(`${searchedBy(run)} still showed ${run.namedText(step.text)}`);
}

async function waitForElement(step: StepOf<"WAIT_FOR_ELEMENT">, run: Run): Promise<void> {
  await visibleElement(run, step.selector);
}

/** Waits until nothing that the selector matches is visible. */
async function waitForElementGone(step: StepOf<"WAIT_FOR_ELEMENT_GONE">, run: Run): Promise<void> {
  if (!(await isGone(run, byVisible(run, step.selector))))
    throw new Failure(`an element that ${run.named(step.selector)} matches was still visible`);
}

/** The task may continue in another window meanwhile. */
const sliceMs = 500;

/** Waits for a navigation, or for an address that the page sets itself. */
async function waitForUrl(step: StepOf<"WAIT_FOR_URL">, run: Run): Promise<void> {
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
        (await run.windows.continuesElsewhere(page, error));
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
  const [first = "", ...between] = pattern.split("*");
  const last = between.pop();
  return (address) => {
    if (last === undefined) return address === pattern;
    if (!address.startsWith(first) || !address.endsWith(last)) return false;
    let at = first.length;
    for (const part of between) {
      const found = address.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at + last.length <= address.length;
  };
}

async function waitForVariableValue(step: StepOf<"WAIT_FOR_VARIABLE_VALUE">, run: Run): Promise<void> {
  await run.awaitValue(step);
  await run.refusals.record(run.page, step.name.permanent);
}

async function pause(step: StepOf<"PAUSE">, run: Run): Promise<void> {
  const [seconds, max] = [step.seconds.permanent, timeoutOf(step)];
  await run.pause(Math.min(seconds, max) * 1_000);
  if (seconds > max) throw new Failure(`the pause of ${seconds} s is longer than the ${max} s that the step may take`);
}

export const waitSteps = {
  WAIT_FOR_TEXT: { run: waitForText, submits: "never", shows: true },
  WAIT_FOR_TEXT_GONE: { run: waitForTextGone, submits: "never", shows: true },
  WAIT_FOR_ELEMENT: { run: waitForElement, submits: "never", shows: true },
  WAIT_FOR_ELEMENT_GONE: { run: waitForElementGone, submits: "never", shows: true },
  WAIT_FOR_URL: { run: waitForUrl, submits: "never", shows: true },
  WAIT_FOR_VARIABLE_VALUE: { run: waitForVariableValue, submits: "never", shows: false },
  PAUSE: { run: pause, submits: "never", shows: true },
} satisfies StepKinds;
