import type { WrittenTemplate } from "@gatepost/contract/steps";

/** The codes may be pushed in either order: one that comes early is kept. */
export const confirmWithTwoCodes: WrittenTemplate = {
  name: "Confirm with two codes",
  description:
    "Waits for the code from a text message and for the one from an email, which may come in either order, types both, clicks " +
    "the button and waits for the text that confirms it.",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "sms_code_css" } },
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "sms_code",
      prompt: "Enter the code from the text message.",
      kind: "code",
    },
    { type: "FILL_INPUT", selector: { variable: "sms_code_css" }, value: { variable: "sms_code" } },
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "email_code",
      prompt: "Enter the code from the email.",
      kind: "code",
    },
    { type: "FILL_INPUT", selector: { variable: "email_code_css" }, value: { variable: "email_code" } },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};
