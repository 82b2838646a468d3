import type { ErrorCode } from "@gatepost/contract/errors";
import { namesIn } from "@gatepost/contract/parameter";
import { stepPathText } from "@gatepost/contract/step-paths";
import type { Step } from "@gatepost/contract/steps";
import { withoutUserInfo } from "@gatepost/domain/platform/egress";
import type { FailureContext } from "@gatepost/domain/platform/errors";
import { logFault } from "@gatepost/domain/platform/log";
import { maxClaims, type StoredFailureReport } from "@gatepost/domain/tasks/finish-task";
import type { BrowserSession } from "../browser/browser-session.ts";
import { Failure } from "../browser/failure.ts";
import { coverOf, invalidCss, reasonOf } from "../browser/playwright-reason.ts";
import { oneLine, withoutSecrets } from "../privacy/redact.ts";
import { countVisible } from "../steps/element.ts";
import { blocked } from "../steps/pages-and-windows.ts";
import type { Run } from "../steps/run.ts";
import { nameStep } from "./progress.ts";
import type { TimelinePictures } from "./timeline-pictures.ts";
import type { RepetitionVisit, Visit } from "./walk-steps.ts";

/** What the step looked for, and the outcome: `looked for "#go"; the page did not answer`. */
export function withSought(step: Step, run: Run, what: string): string {
  const sought = soughtBy(step, run);
  return sought ? `${sought}; ${what}` : what;
}

/** Why the browser could not run the step, with what the step looked for. */
export function reasonAt(step: Step, run: Run, error: unknown): string {
  if (run.windows.flooded) return `the page ${run.windows.flooded}`;
  const reason = reasonOf(error) ?? "the browser could not do it, for a reason that is not known";
  const cover = coverOf(error);
  const detail = cover ? `: ${run.redacted(cover)}` : reason === invalidCss ? heldBySelector(step) : "";
  return withSought(step, run, `${reason}${detail}`);
}

/** Which values a joined selector holds that is no CSS: they are put into it as they are, without quotes. */
function heldBySelector(step: Step): string {
  if (!("selector" in step) || !step.selector) return "";
  const names = [step.selector].flat().flatMap((one) => ("text" in one ? namesIn(one.text) : []));
  const [first] = names;
  if (first === undefined) return "";
  const values = names.length === 1 ? "the value" : "the values";
  return ` with ${values} of ${names.join(", ")} in it, which may need quotes, as in [name="{{${first}}}"]`;
}

/** The address at which a step failed: of the page, or of a navigation that did not arrive. */
function addressAt(type: Step["type"], run: Run): string {
  const here = run.page.url();
  const sought = run.windows.soughtAddress();
  const nowhere = type === "OPEN_PAGE" || here === "about:blank" || here.startsWith("chrome-error:");
  const address = sought && nowhere ? sought : here;
  // An address that a variable holds may be secret as a whole, except for its host.
  const safe = run.redacted(address);
  return run.redacted(withoutSecrets(URL.canParse(safe) || !URL.canParse(address) ? safe : new URL(address).origin));
}

function soughtBy(step: Step, run: Run): string | undefined {
  if ("selector" in step && step.selector) return `looked for ${run.named(step.selector)}`;
  if (step.type === "DRAG") return `dragged ${run.named(step.from)} to ${run.named(step.to)}`;
  if (step.type === "PRESS_KEY") return `pressed ${step.key.permanent}`;
  if (step.type === "WAIT_FOR_URL" || step.type === "IF_URL")
    return `looked for an address that fits ${run.named(step.pattern)}`;
  return "text" in step && step.text ? `looked for ${run.namedText(step.text)}` : undefined;
}

export const endings = {
  timeLimit: (visit: Visit) => `The task took longer than its time limit. It was at ${lower(visit)}.`,
  lost: (visit: Visit, what: string) =>
    `${what} at ${lower(visit)}, after a step that may have submitted something. Look at the site before you try again.`,
  retriesExhausted: (visit: Visit) =>
    `The browser was lost ${maxClaims} times at this task, most recently at ${lower(visit)}: the page may be too heavy for a browser. Nothing was submitted.`,
  /** `refused`: what a step that asks again made of earlier values. */
  noValue: (
    visit: Visit,
    name: string,
    seconds: number,
    { extended, refused }: { extended: boolean; refused: { by: string; times: number } | undefined },
  ) => {
    const more = extended ? ", nor in the time by which the wait was extended" : "";
    const values = refused?.times === 1 ? "a value" : `${refused?.times} values`;
    const before = refused
      ? ` Step ${refused.by} had taken ${values} of ${name} as refused. If they were right, the site may have refused something else in the same form, or a field was left empty: only the steps after the wait are run again.`
      : "";
    return oneLine(`${nameStep(visit)}: no value of ${name} came within ${seconds} s${more}.${before}`);
  },
} as const;

function lower(visit: Visit): string {
  const name = nameStep(visit);
  return name[0]?.toLowerCase() + name.slice(1);
}

/**
 * The task's error for a step's error, with the step, its duration in milliseconds, the page, and what else happened there.
 * `matches`: the visible elements that the step's selector matched.
 */
export function stepFailure(
  error: unknown,
  { visit, run, ms, matches = 0 }: { visit: Visit; run: Run; ms: number; matches?: number },
): Failure {
  const { step } = visit;
  // Something is not found on a page that was never reached.
  const connectFailure = run.connectFailure();
  const cause =
    connectFailure && !(error instanceof Failure && error.code !== "ERROR_STEP_FAILED")
      ? blocked(connectFailure)
      : error;
  const [code, reason]: [ErrorCode, string] =
    cause instanceof Failure ? [cause.code, cause.message] : ["ERROR_STEP_FAILED", reasonAt(step, run, cause)];
  if (!(cause instanceof Failure) && !reasonOf(cause)) logFault("unknown failure", cause);
  const page = addressAt(step.type, run);
  const where = page === "about:blank" ? "" : ` on ${page}`;
  const why = withoutUserInfo([reason, ...observationsOf(run, matches)].join("; ").replace(/\.$/, ""));
  return new Failure(oneLine(`${nameStep(visit)} failed after ${(ms / 1_000).toFixed(1)} s${where}: ${why}.`), code);
}

/** What a failed task reports besides its error, once the pictures of its timeline are written. */
export async function failureReport(
  run: Run,
  visit: Visit,
  pictures: Pick<TimelinePictures, "stepOf">,
  context: Partial<FailureContext> = {},
): Promise<StoredFailureReport> {
  const { texts, data } = run.results;
  const { step, path } = visit;
  const address = addressAt(step.type, run);
  const pictureStep = await pictures.stepOf(visit);
  return {
    failure: {
      step: stepPathText(path) || "0",
      type: step.type,
      url: /^https?:/.test(address) ? address : "",
      ...(pictureStep !== null && { pictureStep }),
      ...context,
    },
    partial: { texts: Object.fromEntries(texts), data: Object.fromEntries(data) },
  };
}

/** The number of visible elements that a step's selector matches; 0 if it is unknown. READ_LIST is for several. */
export async function matchesOf(step: Step, run: Run): Promise<number> {
  if (!("selector" in step && step.selector) || step.type === "READ_LIST") return 0;
  return countVisible(run, step.selector).catch(() => 0);
}

/** What else a failure reports, each as a part of a sentence, without values. `matches`: see `matchesOf`. */
function observationsOf(run: Run, matches: number): string[] {
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
