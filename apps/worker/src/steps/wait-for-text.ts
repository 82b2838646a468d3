import type { StepOf } from "@gatepost/contract/steps";
import { untilVisible } from "../element.ts";
import type { Run } from "../run.ts";

/** Waits until the page shows the text, in any letter case and however its blanks are broken. */
export async function waitForText(step: StepOf<"WAIT_FOR_TEXT">, run: Run): Promise<void> {
  const element = run.page.getByText(run.text(step.text)).filter({ visible: true }).first();
  await untilVisible(run, element, async () => `the page did not show the text ${run.named(step.text)}`);
}
