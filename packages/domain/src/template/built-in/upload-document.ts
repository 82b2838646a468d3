import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Uploads a document. */
export const uploadDocument: WrittenTemplate = {
  name: "Upload a document",
  description:
    "Uploads a file, given as base64, with a file field, clicks the button and waits for the text that confirms it.",
  steps: [
    {
      type: "UPLOAD_FILE",
      selector: { variable: "file_input_css" },
      name: { variable: "file_name" },
      content: { variable: "file_base64" },
    },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};
