import { namesIn } from "@gatepost/contract/joined-text";
import type { Step } from "@gatepost/contract/steps";
import { maxClaims } from "@gatepost/domain/task/attempts";
import { withoutUserInfo } from "@gatepost/domain/task/user-info";
import { coverOf, invalidCss, reasonOf } from "../browser/playwright-reason.ts";
import { oneLine, placeOf } from "../privacy/redact.ts";
import type { Run } from "../steps/run.ts";
import { nameStep, type Place } from "./place.ts";

/** The error of a task whose step failed: which step, after how long, on which page, and why. */
export function describeFailure({
  place,
  ms,
  page,
  reason,
}: {
  place: Place;
  ms: number;
  page: string;
  reason: string;
}) {
  const where = page === "about:blank" ? "" : ` on ${page}`;
  const safe = withoutUserInfo(reason.replace(/\.$/, ""));
  return oneLine(`${nameStep(place)} failed after ${(ms / 1_000).toFixed(1)} s${where}: ${safe}.`);
}

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
export function addressAt(type: Step["type"], run: Run): string {
  const here = run.page.url();
  const sought = run.windows.soughtAddress();
  const nowhere = type === "OPEN_PAGE" || here === "about:blank" || here.startsWith("chrome-error:");
  const address = sought && nowhere ? sought : here;
  // An address that a variable holds may be secret as a whole, except for its host.
  const safe = run.redacted(address);
  return run.redacted(placeOf(URL.canParse(safe) || !URL.canParse(address) ? safe : new URL(address).origin));
}

function soughtBy(step: Step, run: Run): string | undefined {
  if ("selector" in step && step.selector) return `looked for ${run.named(step.selector)}`;
  if (step.type === "DRAG") return `dragged ${run.named(step.from)} to ${run.named(step.to)}`;
  if (step.type === "PRESS_KEY") return `pressed ${step.key.permanent}`;
  if (step.type === "WAIT_FOR_URL" || step.type === "IF_URL")
    return `looked for an address that fits ${run.named(step.pattern)}`;
  return "text" in step && step.text ? `looked for the text ${run.named(step.text)}` : undefined;
}

export const endings = {
  timeLimit: (place: Place) => `The task took longer than its time limit. It was at ${lower(place)}.`,
  lost: (place: Place, what: string) =>
    `${what} at ${lower(place)}, after a step that may have submitted something. Look at the site before you try again.`,
  retriesExhausted: (place: Place) =>
    `The browser was lost ${maxClaims} times at this task, most recently at ${lower(place)}: the page may be too heavy for a browser. Nothing was submitted.`,
  /** `refused`: what a step that asks again made of earlier values. */
  noValue: (
    place: Place,
    name: string,
    seconds: number,
    { extended, refused }: { extended: boolean; refused: { by: string; times: number } | undefined },
  ) => {
    const more = extended ? ", nor in the time by which the wait was extended" : "";
    const values = refused?.times === 1 ? "a value" : `${refused?.times} values`;
    const before = refused
      ? ` Step ${refused.by} had taken ${values} of ${name} as refused. If they were right, the site may have refused something else in the same form, or a field was left empty: only the steps after the wait are run again.`
      : "";
    return oneLine(`${nameStep(place)}: no value of ${name} came within ${seconds} s${more}.${before}`);
  },
} as const;

function lower(place: Place): string {
  const name = nameStep(place);
  return name[0]?.toLowerCase() + name.slice(1);
}
