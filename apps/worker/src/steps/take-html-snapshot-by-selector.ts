import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../browser/element.ts";
import { snapshot } from "../browser/snapshot.ts";
import type { Run } from "./run.ts";

/** Stores the element's current HTML, without secrets. */
export async function takeHtmlSnapshot(step: StepOf<"TAKE_HTML_SNAPSHOT_BY_SELECTOR">, run: Run): Promise<void> {
  const element = await visibleElement(run, step.selector);
  const html = await snapshot(run, element, run.named(step.selector));
  run.results.addHtml(html);
}
