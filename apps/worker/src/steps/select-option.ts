import { setTimeout as sleep } from "node:timers/promises";
import type { StepOf } from "@gatepost/contract/steps";
import { lookAtVisible } from "../element.ts";
import { Failure } from "../failure.ts";
import type { Run } from "../run.ts";

/** Options may be filled in after the page. */
const pollMs = 100;

/** Chooses by value, or else by the text that a person reads. */
export async function selectOption(step: StepOf<"SELECT_OPTION">, run: Run): Promise<void> {
  const wanted = run.text(step.value);
  for (;;) {
    const { element, seen } = await lookAtVisible(run, step.selector, (select, timeout) =>
      select.evaluate(findOption, wanted, { timeout }),
    );
    if (!seen) throw new Failure(`${run.named(step.selector)} is not a select`);
    const { index, labels, more } = seen;
    if (index >= 0) {
      await element.selectOption({ index }, { timeout: run.timeLeft() });
      return;
    }
    if (run.timeLeft() <= pollMs) {
      const there = labels.map((label) => run.redacted(`"${label}"`)).join(", ") || "none";
      const others = more > 0 ? ` and ${more} more` : "";
      throw new Failure(`${run.named(step.selector)} has no option ${run.named(step.value)}; it has ${there}${others}`);
    }
    await sleep(pollMs, undefined, { signal: run.signal });
  }
}

/** Runs inside the page. Of the options that are there it tells a few. */
function findOption(node: Element, wanted: string) {
  if (!(node instanceof HTMLSelectElement)) return undefined;
  const options = [...node.options];
  const byValue = options.findIndex(({ value }) => value === wanted);
  const index = byValue >= 0 ? byValue : options.findIndex(({ text }) => text.trim() === wanted);
  const labels = options.map(({ text }) => text.trim()).filter((label) => label !== "");
  const most = 10;
  return { index, labels: labels.slice(0, most).map((label) => label.slice(0, 40)), more: labels.length - most };
}
