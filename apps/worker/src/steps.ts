import type { Step, StepOf, StepType } from "@gatepost/contract/steps";
import { mayAlwaysSubmit } from "./parameter.ts";
import type { Run } from "./run.ts";
import { askAgainIfText } from "./steps/ask-again-if-text.ts";
import { click } from "./steps/click.ts";
import { fillInput } from "./steps/fill-input.ts";
import { openPage } from "./steps/open-page.ts";
import { pause } from "./steps/pause.ts";
import { pressKey } from "./steps/press-key.ts";
import { readText } from "./steps/read-text.ts";
import { selectOption } from "./steps/select-option.ts";
import { setCheckbox } from "./steps/set-checkbox.ts";
import { takeHtmlSnapshot } from "./steps/take-html-snapshot-by-selector.ts";
import { takeScreenshot } from "./steps/take-screenshot.ts";
import { uploadFile } from "./steps/upload-file.ts";
import { waitForElement } from "./steps/wait-for-element.ts";
import { waitForElementGone } from "./steps/wait-for-element-gone.ts";
import { waitForText } from "./steps/wait-for-text.ts";
import { waitForTextGone } from "./steps/wait-for-text-gone.ts";
import { waitForUrl } from "./steps/wait-for-url.ts";
import { waitForVariableValue } from "./steps/wait-for-variable-value.ts";

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
