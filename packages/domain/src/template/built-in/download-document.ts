import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Files may take a while to be made. */
export const downloadDocument: WrittenTemplate = {
  name: "Download a document",
  description:
    "Clicks a link or a button and keeps the file that the page then sends, such as a PDF (files.document). The file may " +
    "take five minutes to arrive.",
  steps: [
    {
      type: "DOWNLOAD_FILE",
      selector: { variable: "link_css" },
      as: "document",
      timeout: 300,
    },
    { type: "TAKE_SCREENSHOT" },
  ],
};
