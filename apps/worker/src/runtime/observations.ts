import { stepPathText } from "@gatepost/contract/step-paths";
import type { Step } from "@gatepost/contract/steps";
import type { BrowserSession } from "../browser/browser-session.ts";
import { countVisible } from "../browser/element.ts";
import { oneLine } from "../privacy/redact.ts";
import type { Run } from "../steps/run.ts";
import type { RepetitionVisit } from "./walk-steps.ts";

/** The number of visible elements that a step's selector matches; 0 if it is unknown. READ_LIST is for several. */
export async function matchesOf(step: Step, run: Run): Promise<number> {
  if (!("selector" in step && step.selector) || step.type === "READ_LIST") return 0;
  return countVisible(run, step.selector).catch(() => 0);
}

/** What else a failure reports, each as a part of a sentence, without values. `matches`: see `matchesOf`. */
export function observationsOf(run: Run, matches: number): string[] {
  const several = matches > 1 ? [`the selector matched ${matches} visible elements`] : [];
  return [...several, ...run.observed.ofFailure(run.page, run.redacted)];
}

/** The error of a task that a time limit or its worker ended, with what else happened. `step`: the one that was running. */
export async function withObservations(description: string, run: Run, step?: Step): Promise<string> {
  const [matches] = await Promise.all([step ? matchesOf(step, run) : 0, run.observed.settled()]);
  const observations = observationsOf(run, matches);
  return observations.length === 0 ? description : `${description} ${sentenceOf(observations)}`;
}

/** Notes that a repetition ran its steps as often as it may, because what the next step looks for may be further on. */
export function noteExhausted(
  { observed, windows }: Pick<BrowserSession, "observed" | "windows">,
  { step, path }: RepetitionVisit,
): void {
  observed.note("exhausted", `step ${stepPathText(path)} ran its steps ${step.max.permanent} times`, windows.page);
}

/** Parts of a sentence as one sentence on one line. */
export function sentenceOf(parts: readonly string[]): string {
  const text = parts.join("; ");
  return oneLine(`${text[0]?.toUpperCase()}${text.slice(1)}.`);
}
