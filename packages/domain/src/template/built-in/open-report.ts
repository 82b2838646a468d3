import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Opens a report behind a link and returns its text. "Download a document" keeps it as a file instead. */
export const openReport: WrittenTemplate = {
  name: "Open a report and keep it",
  description:
    "Clicks the link to a report, waits until its address is reached and the report is there, and keeps it as text " +
    "(texts.report), as HTML and as a picture.",
  steps: [
    { type: "CLICK", selector: { variable: "link_css" } },
    { type: "WAIT_FOR_URL", pattern: { variable: "report_address" } },
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "report_css" } },
    { type: "READ_TEXT", selector: { variable: "report_css" }, as: "report" },
    { type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", selector: { variable: "report_css" } },
    { type: "TAKE_SCREENSHOT", selector: "html" },
  ],
};
