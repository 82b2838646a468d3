import type { WrittenTemplate } from "@gatepost/contract/steps";

/** The fields may be in a frame of a payment company: selectors are looked for there too. */
export const payByCard: WrittenTemplate = {
  name: "Pay by card in a frame",
  description:
    "Fills in number, expiry date and security code of a card, on the page or in a frame of another site, clicks the button " +
    "and waits for the text that confirms the payment. The security code can come later.",
  steps: [
    { type: "FILL_INPUT", selector: { variable: "card_number_css" }, value: { variable: "card_number" } },
    { type: "FILL_INPUT", selector: { variable: "expiry_date_css" }, value: { variable: "expiry_date" } },
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "security_code",
      prompt: "Enter the security code of the card.",
      kind: "code",
      pattern: "[0-9]{3,4}",
    },
    { type: "FILL_INPUT", selector: { variable: "security_code_css" }, value: { variable: "security_code" } },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};
