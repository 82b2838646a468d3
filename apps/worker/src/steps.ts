import type { StepOf, StepType } from "@gatepost/contract/steps";
import type { Run } from "./run.ts";
import { click } from "./steps/click.ts";
import { fillInput } from "./steps/fill-input.ts";
import { openPage } from "./steps/open-page.ts";
import { pressKey } from "./steps/press-key.ts";
import { readText } from "./steps/read-text.ts";
import { takeScreenshot } from "./steps/take-screenshot.ts";
import { waitForElement } from "./steps/wait-for-element.ts";
import { waitForText } from "./steps/wait-for-text.ts";
import { waitForVariableValue } from "./steps/wait-for-variable-value.ts";

/** How each step is run; a type without a runner does not compile. */
export const runners: { [T in StepType]: (step: StepOf<T>, run: Run) => Promise<void> } = {
  OPEN_PAGE: openPage,
  FILL_INPUT: fillInput,
  CLICK: click,
  PRESS_KEY: pressKey,
  WAIT_FOR_TEXT: waitForText,
  WAIT_FOR_ELEMENT: waitForElement,
  WAIT_FOR_VARIABLE_VALUE: waitForVariableValue,
  READ_TEXT: readText,
  TAKE_SCREENSHOT: takeScreenshot,
};
