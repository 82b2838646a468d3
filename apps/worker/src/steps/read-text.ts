import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../browser/element.ts";
import { askPage } from "../browser/page-functions.ts";
import { Failure } from "../runtime/failure.ts";
import { maxTextCharacters } from "./results.ts";
import type { Run } from "./run.ts";

/** Stores the visible text of the element, the content of a field, or an attribute. */
export async function readText(step: StepOf<"READ_TEXT">, run: Run): Promise<void> {
  const attribute = step.attribute?.permanent;
  // Not read while it is looked for, which is done again and again: reading a long text may take longer than one look.
  const element = await visibleElement(run, step.selector);
  const options = { max: maxTextCharacters, timeout: run.timeLeft() };
  const seen = attribute
    ? await element.evaluate(readAttribute, { attribute, max: maxTextCharacters }, options)
    : ((await askPage(element, "text", options)) ?? undefined);
  if (seen === null) throw new Failure(`${run.named(step.selector)} has no attribute ${attribute}`);
  if (seen === undefined) throw new Failure(`the text of ${run.named(step.selector)} is longer than what a task keeps`);
  run.results.addText(step.as.permanent, run.withoutStored(seen.trim()));
}

/** Runs inside the page, so that no page can make the worker hold more than `max` characters. Addresses are absolute, as the browser would open them; null if there is no such attribute. */
function readAttribute(
  node: Element,
  { attribute, max }: { attribute: string; max: number },
): string | null | undefined {
  const written = node.getAttribute(attribute);
  if (written === null) return null;
  const isAddress = /^(?:href|src|action)$/i.test(attribute) && URL.canParse(written, node.baseURI);
  const value = isAddress ? new URL(written, node.baseURI).href : written;
  return value.length > max ? undefined : value;
}
