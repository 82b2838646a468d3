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
