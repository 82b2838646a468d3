import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../element.ts";
import type { Run } from "../run.ts";

/** Keeps the text that a person would read in the element; of a field, what it holds. */
export async function readText(step: StepOf<"READ_TEXT">, run: Run): Promise<void> {
  const element = await visibleElement(run, step.selector);
  const text = await element.evaluate(
    (node) =>
      node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement
        ? node.value
        : (node as HTMLElement).innerText || node.textContent || "",
    undefined,
    { timeout: run.timeLeft() },
  );
  run.found.texts.set(step.as.permanent, text.trim());
}
