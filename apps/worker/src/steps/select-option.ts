import type { StepOf } from "@gatepost/contract/steps";
import { lookAtVisible } from "../element.ts";
import { Failure } from "../failure.ts";
import type { Run } from "../run.ts";

/** Chooses by value, or else by the text that a person reads. */
export async function selectOption(step: StepOf<"SELECT_OPTION">, run: Run): Promise<void> {
  const wanted = run.text(step.value);
  const { element, seen: options } = await lookAtVisible(run, step.selector, (select, timeout) =>
    select.evaluate(optionsOf, undefined, { timeout }),
  );
  if (!options) throw new Failure(`${run.named(step.selector)} is not a select`);
  const option = options.find(({ value }) => value === wanted) ?? options.find(({ label }) => label === wanted);
  if (!option) {
    const there = run.redacted(
      options
        .slice(0, 10)
        .map(({ label }) => `"${label}"`)
        .join(", "),
    );
    throw new Failure(`${run.named(step.selector)} has no option ${run.named(step.value)}; it has ${there || "none"}`);
  }
  await element.selectOption({ index: options.indexOf(option) }, { timeout: run.timeLeft() });
}

/** Runs inside the page. */
function optionsOf(node: Element): { value: string; label: string }[] | undefined {
  if (!(node instanceof HTMLSelectElement)) return undefined;
  return [...node.options].map(({ value, text }) => ({ value, label: text.trim() }));
}
