import type { StepOf } from "@gatepost/contract/steps";
import { probeVisible } from "../browser/element.ts";
import { Failure } from "../runtime/failure.ts";
import { maxTextCharacters, type Run } from "./run.ts";

/** Keeps the text that a person would read in the element; of a field, what it holds. */
export async function readText(step: StepOf<"READ_TEXT">, run: Run): Promise<void> {
  const { seen } = await probeVisible(run, step.selector, (element, timeout) =>
    element.evaluate(readElement, maxTextCharacters, { timeout }),
  );
  if (seen === undefined) throw new Failure(`the text of ${run.named(step.selector)} is longer than what a task keeps`);
  run.found.addText(step.as.permanent, seen.trim());
}

/** Runs inside the page, so that no page can make the worker hold more than `max` characters. */
export function readElement(node: Element, max: number): string | undefined {
  const text =
    node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement
      ? node.value
      : node instanceof HTMLElement
        ? // biome-ignore lint/performance/useDomNodeTextContent: without what is hidden, and with line breaks
          node.innerText
        : (node.textContent ?? "");
  return text.length > max ? undefined : text;
}
