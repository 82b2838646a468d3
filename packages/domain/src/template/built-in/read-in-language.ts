import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Window, language and time zone are the task's. */
export const readInLanguage: WrittenTemplate = {
  name: "Read a page in another language or window size",
  description:
    "Returns the text of an element (texts.text) and a picture of the page as somebody sees it whose window, language and " +
    "time zone the task names: viewport, locale, timezone.",
  steps: [{ type: "READ_TEXT", selector: { variable: "element_css" }, as: "text" }, { type: "TAKE_SCREENSHOT" }],
};
