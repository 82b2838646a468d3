import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../browser/element.ts";
import type { Run } from "./run.ts";

/** Moves of the pointer on the way. Pages that follow it begin to drag after a few pixels, and then need further moves. */
const moves = 10;

/** Presses the pointer on one element, moves it to the other, and releases it there. */
export async function drag(step: StepOf<"DRAG">, run: Run): Promise<void> {
  const [from, to] = [await visibleElement(run, step.from), await visibleElement(run, step.to)];
  await from.dragTo(to, { timeout: run.timeLeft(), steps: moves });
}
