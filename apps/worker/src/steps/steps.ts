import type { Parameter } from "@gatepost/contract/parameter";
import type { Step, StepOf, StepType } from "@gatepost/contract/steps";
import { selectOption, setCheckbox } from "./choices.ts";
import {
  askAgainIfElement,
  askAgainIfText,
  ifElement,
  ifText,
  ifUrl,
  ifValue,
  repeatWhileElement,
} from "./conditions.ts";
import { downloadFile, uploadFile } from "./files.ts";
import { fillInput } from "./fill-input.ts";
import { answerDialog, closeWindow, openPage, switchWindow } from "./pages-and-windows.ts";
import { isLate } from "./parameter.ts";
import { click, drag, hover, scrollTo } from "./pointer.ts";
import { readList, readText } from "./reading.ts";
import type { Run } from "./run.ts";
import { takeHtmlSnapshot, takeScreenshot } from "./snapshots.ts";
import { pressKey, typeText } from "./typing.ts";
import {
  pause,
  waitForElement,
  waitForElementGone,
  waitForText,
  waitForTextGone,
  waitForUrl,
  waitForVariableValue,
} from "./waiting.ts";

/**
 * Whether a step may submit something: after such a step, its task is never run again. Some forms submit themselves as
 * soon as one of their fields has changed. A code field may do so as soon as it is filled, and a link that was sent to
 * a person may work only once, so steps that use a parameter in this way submit if its value was pushed while the task
 * ran.
 */
type Submits<S extends Step> = "always" | "never" | { ifLate: Exclude<keyof S, "type" | "timeout" | "optional"> };

/** Which of the steps that it nests a step has run next. */
export type Branch = "then" | "else" | "steps" | undefined;

/** What the worker knows of a step type; one without all of it does not compile. */
export interface StepKind<T extends StepType> {
  run(step: StepOf<T>, run: Run): Promise<Branch> | Promise<void>;
  submits: Submits<StepOf<T>>;
  /** Whether the page may look different after it. A wait for a value and a screenshot have pictures of their own. */
  shows: boolean;
}

const kinds: { [T in StepType]: StepKind<T> } = {
  OPEN_PAGE: { run: openPage, submits: { ifLate: "url" }, shows: true },
  FILL_INPUT: { run: fillInput, submits: { ifLate: "value" }, shows: true },
  TYPE_TEXT: { run: typeText, submits: "always", shows: true },
  CLICK: { run: click, submits: "always", shows: true },
  SELECT_OPTION: { run: selectOption, submits: "always", shows: true },
  SET_CHECKBOX: { run: setCheckbox, submits: "always", shows: true },
  PRESS_KEY: { run: pressKey, submits: "always", shows: true },
  DOWNLOAD_FILE: { run: downloadFile, submits: "always", shows: true },
  UPLOAD_FILE: { run: uploadFile, submits: "always", shows: true },
  WAIT_FOR_TEXT: { run: waitForText, submits: "never", shows: true },
  WAIT_FOR_TEXT_GONE: { run: waitForTextGone, submits: "never", shows: true },
  WAIT_FOR_ELEMENT: { run: waitForElement, submits: "never", shows: true },
  WAIT_FOR_ELEMENT_GONE: { run: waitForElementGone, submits: "never", shows: true },
  WAIT_FOR_URL: { run: waitForUrl, submits: "never", shows: true },
  WAIT_FOR_VARIABLE_VALUE: { run: waitForVariableValue, submits: "never", shows: false },
  ASK_AGAIN_IF_TEXT: { run: askAgainIfText, submits: "never", shows: false },
  ASK_AGAIN_IF_ELEMENT: { run: askAgainIfElement, submits: "never", shows: false },
  READ_TEXT: { run: readText, submits: "never", shows: false },
  TAKE_SCREENSHOT: { run: takeScreenshot, submits: "never", shows: false },
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: { run: takeHtmlSnapshot, submits: "never", shows: false },
  READ_LIST: { run: readList, submits: "never", shows: false },
  HOVER: { run: hover, submits: "never", shows: true },
  SCROLL_TO: { run: scrollTo, submits: "never", shows: true },
  DRAG: { run: drag, submits: "always", shows: true },
  ANSWER_DIALOG: { run: answerDialog, submits: "never", shows: false },
  SWITCH_WINDOW: { run: switchWindow, submits: "never", shows: true },
  CLOSE_WINDOW: { run: closeWindow, submits: "always", shows: true },
  IF_ELEMENT: { run: ifElement, submits: "never", shows: false },
  IF_TEXT: { run: ifText, submits: "never", shows: false },
  IF_URL: { run: ifUrl, submits: "never", shows: false },
  IF_VALUE: { run: ifValue, submits: "never", shows: false },
  REPEAT_WHILE_ELEMENT: { run: repeatWhileElement, submits: "never", shows: false },
  PAUSE: { run: pause, submits: "never", shows: true },
};

/** Whether a step itself, without those that it nests, may submit something. `late` names the variables that are pushed while the task runs. */
export function maySubmit(step: Step, late: readonly string[]): boolean {
  const { submits } = kinds[step.type];
  if (typeof submits === "string") return submits === "always";
  return isLate(step[submits.ifLate as keyof Step] as unknown as Parameter, late);
}

export function showsSomethingNew({ type }: Step): boolean {
  return kinds[type].shows;
}

/** Runs one step. */
export async function runStep(step: Step, run: Run): Promise<Branch> {
  run.observed.beginStep();
  const { run: runKind, submits } = kinds[step.type];
  const kind = () => (runKind as (step: Step, run: Run) => Promise<Branch>)(step, run);
  return submits === "always" ? act(kind, step, run) : kind();
}

/** Whether a step may have done what it is for before its page was closed, as Playwright's call log says of a click. */
function hasActed(type: StepType, error: unknown): boolean {
  if (type === "DOWNLOAD_FILE") return false;
  return !["CLICK", "SET_CHECKBOX"].includes(type) || /performing click action/.test(String(error));
}

/** Runs a step that clicks or presses keys, until the windows that it opens or closes are the task's or are not. */
async function act(
  kind: () => Promise<Branch>,
  step: Step,
  { page, windows, dialogs, timeLeft }: Run,
): Promise<Branch> {
  dialogs.stepActsOn(windows.documentRequest());
  windows.unasked?.stepBegins();
  let unknown = 0;
  try {
    if (step.type === "PRESS_KEY" || (step.type === "TYPE_TEXT" && !step.selector))
      await windows.stepActsIn(undefined, timeLeft());
    const branch = await kind().catch(async (error): Promise<Branch> => {
      // A click that closes its own window has succeeded; one that has not begun has not.
      if (!hasActed(step.type, error) || !(await windows.continuesElsewhere(page, error))) throw error;
      return undefined;
    });
    unknown = await windows.settle(timeLeft());
    return branch;
  } finally {
    windows.unasked?.stepEnded(unknown);
  }
}
