import type { StepOf } from "@gatepost/contract/steps";
import { lookAtVisible } from "../element.ts";
import type { Run } from "../run.ts";

/** Keeps the text that a person would read in the element; of a field, what it holds. */
export async function readText(step: StepOf<"READ_TEXT">, run: Run): Promise<void> {
  const { seen } = await lookAtVisible(run, step.selector, (element, timeout) =>
    element.evaluate(read, undefined, { timeout }),
  );
  run.found.texts.set(step.as.permanent, seen.trim());
}

/** Runs inside the page. */
function read(node: Element): string {
  if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement)
    return node.value;
  // biome-ignore lint/performance/useDomNodeTextContent: without what is hidden, and with line breaks
  return node instanceof HTMLElement ? node.innerText : (node.textContent ?? "");
}
