import type { StepOf } from "@gatepost/contract/steps";
import { byText, placesOf, untilGone } from "../browser/element.ts";
import type { Run } from "./run.ts";

/** Waits until no visible element shows the text. */
export async function waitForTextGone(step: StepOf<"WAIT_FOR_TEXT_GONE">, run: Run): Promise<void> {
  await untilGone(run, byText(run, step.text), () => `${placesOf(run)} still showed the text ${run.named(step.text)}`);
}
