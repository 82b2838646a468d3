import type { WrittenTemplate } from "@gatepost/contract/steps";

/** A picture of the whole page, however long. */
export const fullPageScreenshot: WrittenTemplate = {
  name: "Full-page screenshot",
  description: "Waits until the page shows a text, and takes a picture of the whole page.",
  steps: [
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT", selector: "html" },
  ],
};
