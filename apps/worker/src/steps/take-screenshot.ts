import type { StepOf } from "@gatepost/contract/steps";
import { visibleElement } from "../browser/element.ts";
import { takePicture } from "../privacy/picture.ts";
import type { Run } from "./run.ts";

/** A page that never ends loading is pictured as it is. */
const loadMs = 5_000;

/** Keeps a picture of the element, or of what the window shows; the selector `html` gives the whole page. */
export async function takeScreenshot(step: StepOf<"TAKE_SCREENSHOT">, run: Run): Promise<void> {
  const target = step.selector ? await visibleElement(run, step.selector) : run.page;
  await run.page.waitForLoadState("load", { timeout: Math.min(loadMs, run.timeLeft()) }).catch(() => {});
  const picture = await takePicture(run, target);
  run.found.addScreenshot(picture);
  run.keepPicture(picture);
}
