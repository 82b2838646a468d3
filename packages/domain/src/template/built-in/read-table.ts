import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Reads a table as text and as HTML. */
export const readTable: WrittenTemplate = {
  name: "Read a table",
  description:
    "Waits for a table and keeps it twice: as text, one line a row, in texts.table, and as HTML in HTMLsInBase64.",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "table_css" } },
    { type: "READ_TEXT", selector: { variable: "table_css" }, as: "table" },
    { type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", selector: { variable: "table_css" } },
  ],
};
