import type { Step } from "@gatepost/contract/steps";
import { mostClaims } from "@gatepost/domain/task/attempts";
import { oneLine } from "./redact.ts";

/** Where a task is: the step being run, from 1; 0 while the website is opened. */
export interface Place {
  number: number;
  type: Step["type"];
}

export function nameStep({ number, type }: Place): string {
  return number === 0 ? "Step 0 (opening websiteURL)" : `Step ${number} (${type})`;
}

/** Why a step failed, as its task's error: which step, after how long, on which page, and the reason. */
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
  return oneLine(`${nameStep(place)} failed after ${(ms / 1_000).toFixed(1)} s${where}: ${reason.replace(/\.$/, "")}.`);
}

export const endings = {
  timeLimit: (place: Place) => `The task took longer than its time limit. It was at ${lower(place)}.`,
  lost: (place: Place, what: string) =>
    `${what} at ${lower(place)}, after a step that may have submitted something. Look at the site before you try again.`,
  worn: (place: Place) =>
    `The browser was lost ${mostClaims} times at this task, at last at ${lower(place)}: the page may be more than a browser can bear. Nothing was submitted.`,
  noValue: (place: Place, name: string, seconds: number) =>
    oneLine(`${nameStep(place)}: no value of ${name} came within ${seconds} s.`),
} as const;

function lower(place: Place): string {
  const name = nameStep(place);
  return name[0]?.toLowerCase() + name.slice(1);
}
