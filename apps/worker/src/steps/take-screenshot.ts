import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../browser/element.ts";
import { takePicture } from "../privacy/picture.ts";
import type { Run } from "./run.ts";

/** If a page never finishes loading, the picture shows its current state. */
const loadMs = 5_000;

/** Stores a picture of the element, or of the window; the selector `html` gives the whole page. */
export async function takeScreenshot(step: StepOf<"TAKE_SCREENSHOT">, run: Run): Promise<void> {
  const target = step.selector ? await visibleElement(run, step.selector) : run.page;
  await run.page.waitForLoadState("load", { timeout: Math.min(loadMs, run.timeLeft()) }).catch(() => {});
  const picture = await takePicture(run, target);
  run.results.addScreenshot(picture);
  run.keepPicture(picture);
}
