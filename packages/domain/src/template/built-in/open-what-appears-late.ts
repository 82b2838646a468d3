import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Steps wait for their elements anyway; these are given more time than usual. */
export const openWhatAppearsLate: WrittenTemplate = {
  name: "Open something that appears late",
  description:
    "Clicks a button as soon as it appears, such as one for a document that is being prepared, and returns the text that " +
    "follows (texts.result). Each of them may take two minutes.",
  steps: [
    { type: "CLICK", selector: { variable: "button_css" }, timeout: 120 },
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "result_css" }, timeout: 120 },
    { type: "READ_TEXT", selector: { variable: "result_css" }, as: "result" },
    { type: "TAKE_SCREENSHOT" },
  ],
};
