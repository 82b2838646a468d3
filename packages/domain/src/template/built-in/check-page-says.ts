import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Ready if the page shows the text, otherwise ERROR_STEP_FAILED. */
export const checkPageSays: WrittenTemplate = {
  name: "Check that a page says something",
  description:
    "Becomes ready as soon as the page shows the text, and fails where it does not within ten seconds; the timeline then " +
    "has a picture of what it showed instead.",
  steps: [
    { type: "WAIT_FOR_TEXT", text: { variable: "expected_text" }, timeout: 10 },
    { type: "READ_TEXT", selector: "h1", as: "heading", timeout: 2 },
    { type: "TAKE_SCREENSHOT" },
  ],
};
