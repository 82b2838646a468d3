import type { StepOf } from "@gatepost/contract/steps";
import { booleanOf } from "./boolean.ts";
import type { Run } from "./run.ts";

/** Has the next dialog that a page opens answered so. */
export async function answerDialog(step: StepOf<"ANSWER_DIALOG">, run: Run): Promise<void> {
  const text = step.text && run.text(step.text);
  run.dialogs.prepare({ accept: booleanOf(step.accept, run), text }, run.windows.documentRequest());
}
