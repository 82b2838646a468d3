import type { StepOf } from "@gatepost/contract/steps";
import { untilGone } from "../element.ts";
import type { Run } from "../run.ts";

/** Waits until no visible element shows the text. */
export async function waitForTextGone(step: StepOf<"WAIT_FOR_TEXT_GONE">, run: Run): Promise<void> {
  const element = run.page.getByText(run.text(step.text)).filter({ visible: true }).first();
  await untilGone(run, element, `the page still showed the text ${run.named(step.text)}`);
}
