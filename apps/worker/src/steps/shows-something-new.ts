import type { StepType } from "@gatepost/contract/steps";

/** Whether the page may look different after a step. A wait for a value and a screenshot have pictures of their own. */
const steps: Record<StepType, boolean> = {
  OPEN_PAGE: true,
  FILL_INPUT: true,
  TYPE_TEXT: true,
  CLICK: true,
  SELECT_OPTION: true,
  SET_CHECKBOX: true,
  PRESS_KEY: true,
  DOWNLOAD_FILE: true,
  UPLOAD_FILE: true,
  WAIT_FOR_TEXT: true,
  WAIT_FOR_TEXT_GONE: true,
  WAIT_FOR_ELEMENT: true,
  WAIT_FOR_ELEMENT_GONE: true,
  WAIT_FOR_URL: true,
  WAIT_FOR_VARIABLE_VALUE: false,
  ASK_AGAIN_IF_TEXT: false,
  ASK_AGAIN_IF_ELEMENT: false,
  READ_TEXT: false,
  TAKE_SCREENSHOT: false,
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: false,
  READ_LIST: false,
  HOVER: true,
  SCROLL_TO: true,
  DRAG: true,
  ANSWER_DIALOG: false,
  SWITCH_WINDOW: true,
  CLOSE_WINDOW: true,
  IF_ELEMENT: false,
  IF_TEXT: false,
  IF_URL: false,
  IF_VALUE: false,
  REPEAT_WHILE_ELEMENT: false,
  PAUSE: true,
};

export function showsSomethingNew(type: StepType): boolean {
  return steps[type];
}
