import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Name and password are the task's httpAuth; no step types them. */
export const readBehindBrowserPassword: WrittenTemplate = {
  name: "Read a page behind the browser's own password",
  description:
    "For pages for which the browser itself asks for a name and a password (HTTP authentication): the task gives them in " +
    "httpAuth. Waits for a text that only the right ones show, and returns the text of an element (texts.text).",
  steps: [
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "READ_TEXT", selector: { variable: "element_css" }, as: "text" },
    { type: "TAKE_SCREENSHOT" },
  ],
};
