import type { WrittenTemplate } from "@gatepost/contract/steps";

/** The button is clicked only after a yes, and only if the page still shows the total that the person was asked about. */
export const confirmAfterApproval: WrittenTemplate = {
  name: "Confirm after a person's approval",
  description:
    "Reads what is about to be confirmed, and asks a person with it: approval is true (yes) or false (no). After a yes it " +
    "clicks the button, if total_css still shows the same total, and the result has texts.page. After a no nothing is clicked.",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "button_css" } },
    { type: "READ_TEXT", selector: { variable: "summary_css" }, as: "summary" },
    { type: "READ_TEXT", selector: { variable: "total_css" }, as: "total" },
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "approval",
      kind: "yes_no",
      prompt: { text: "Confirm {{total}}? The page says {{summary}}" },
      timeout: 600,
    },
    {
      type: "IF_VALUE",
      name: "approval",
      equals: "true",
      then: [
        {
          type: "WAIT_FOR_TEXT",
          selector: { variable: "total_css" },
          text: { text: "{{total}}" },
          timeout: 3,
        },
        { type: "CLICK", selector: { variable: "button_css" } },
        { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
        { type: "READ_TEXT", selector: "body", as: "page" },
      ],
    },
    { type: "TAKE_SCREENSHOT" },
  ],
};

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

/** Without an answer, dialogs of the browser are dismissed. */
export const acceptConfirmBox: WrittenTemplate = {
  name: "Click a button that asks whether you are sure",
  description:
    "Clicks a button, answers the browser's dialog that follows with OK, and waits for the text that says that it was done.",
  steps: [
    { type: "ANSWER_DIALOG", accept: true },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};

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
