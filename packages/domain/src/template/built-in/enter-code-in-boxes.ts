import type { WrittenTemplate } from "@gatepost/contract/steps";

/** FILL_INPUT types what the first box does not take into the boxes to which the focus moves. */
export const enterCodeInBoxes: WrittenTemplate = {
  name: "Enter a code with a box for each digit",
  description:
    "Waits for the boxes and for the code, and types it into them, beginning with first_box_css. The page submits it after " +
    "the last digit. If the boxes are still there five seconds later, the code is asked for again, three times in all.",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "first_box_css" } },
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "code",
      prompt: "Enter the code that the site has just sent.",
      kind: "code",
      pattern: "[0-9]{4,10}",
    },
    { type: "FILL_INPUT", selector: { variable: "first_box_css" }, value: { variable: "code" } },
    { type: "ASK_AGAIN_IF_ELEMENT", selector: { variable: "first_box_css" }, name: "code" },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};
