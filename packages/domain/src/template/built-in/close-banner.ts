import type { WrittenTemplate } from "@gatepost/contract/steps";

/** The banner is given three seconds to appear; without one, the task continues. */
export const closeBanner: WrittenTemplate = {
  name: "Submit a form that a banner may cover",
  description:
    "Clicks the button of a banner, such as one about cookies, if there is one within three seconds. Then it fills in a " +
    "field, clicks the form's button and waits for the text that says that it was received.",
  steps: [
    { type: "CLICK", selector: { variable: "banner_button_css" }, timeout: 3, optional: true },
    { type: "FILL_INPUT", selector: { variable: "field_css" }, value: { variable: "field_value" } },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};
