import type { Step, StepOf, StepType } from "@gatepost/contract/steps";
import { askAgainIfText } from "./ask-again-if-text.ts";
import { click } from "./click.ts";
import { fillInput } from "./fill-input.ts";
import { openPage } from "./open-page.ts";
import { mayAlwaysSubmit } from "./parameter.ts";
import { pause } from "./pause.ts";
import { pressKey } from "./press-key.ts";
import { readText } from "./read-text.ts";
import type { Run } from "./run.ts";
import { selectOption } from "./select-option.ts";
import { setCheckbox } from "./set-checkbox.ts";
import { takeHtmlSnapshot } from "./take-html-snapshot-by-selector.ts";
import { takeScreenshot } from "./take-screenshot.ts";
import { uploadFile } from "./upload-file.ts";
import { waitForElement } from "./wait-for-element.ts";
import { waitForElementGone } from "./wait-for-element-gone.ts";
import { waitForText } from "./wait-for-text.ts";
import { waitForTextGone } from "./wait-for-text-gone.ts";
import { waitForUrl } from "./wait-for-url.ts";
import { waitForVariableValue } from "./wait-for-variable-value.ts";

/** Runs one step, until the windows that it opens or closes are the task's or are not. */
export async function runStep(step: Step, run: Run): Promise<void> {
  const { page, windows } = run;
  const acts = mayAlwaysSubmit.includes(step.type);
  try {
    await (runners[step.type] as (step: Step, run: Run) => Promise<void>)(step, run);
  } catch (error) {
    // A click on what closes its own window did what it should.
    if (!acts || !(await windows.outlive(page, error))) throw error;
  }
  if (acts) await windows.settle(run.timeLeft());
}

/** How each step is run; a type without a runner does not compile. */
export const runners: { [T in StepType]: (step: StepOf<T>, run: Run) => Promise<void> } = {
  OPEN_PAGE: openPage,
  FILL_INPUT: fillInput,
  CLICK: click,
  SELECT_OPTION: selectOption,
  SET_CHECKBOX: setCheckbox,
  PRESS_KEY: pressKey,
  UPLOAD_FILE: uploadFile,
  WAIT_FOR_TEXT: waitForText,
  WAIT_FOR_TEXT_GONE: waitForTextGone,
  WAIT_FOR_ELEMENT: waitForElement,
  WAIT_FOR_ELEMENT_GONE: waitForElementGone,
  WAIT_FOR_URL: waitForUrl,
  WAIT_FOR_VARIABLE_VALUE: waitForVariableValue,
  ASK_AGAIN_IF_TEXT: askAgainIfText,
  READ_TEXT: readText,
  TAKE_SCREENSHOT: takeScreenshot,
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: takeHtmlSnapshot,
  PAUSE: pause,
};
