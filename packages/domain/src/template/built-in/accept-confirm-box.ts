import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Without an answer, dialogs of the browser are dismissed. */
export const acceptConfirmBox: WrittenTemplate = {
  name: "Click a button that asks whether you are sure",
  description:
    "Clicks a button, answers the browser's dialog that follows with OK, and waits for the text that says that it was done.",
  steps: [
    { type: "ANSWER_DIALOG", accept: true },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};
