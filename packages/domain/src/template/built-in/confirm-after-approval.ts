import type { TemplateDocument } from "@gatepost/contract/steps";

/** The late variable is a gate: nothing types it, and the task goes on only if the total is what the person approved. */
export const confirmAfterApproval: TemplateDocument = {
  name: "Confirm after a person's approval",
  description:
    "Reads what is about to be confirmed and waits for a person, who answers with what they approve, such as the total. " +
    "Only if the element total_css shows just that it clicks the button; any other answer ends the task.",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "button_css" } },
    { type: "READ_TEXT", selector: { variable: "summary_css" }, as: { permanent: "summary" } },
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: { permanent: "approval" },
      prompt: { permanent: "Enter the total that you approve, as the page writes it." },
      timeout: { permanent: 600 },
    },
    {
      type: "WAIT_FOR_TEXT",
      selector: { variable: "total_css" },
      text: { variable: "approval" },
      timeout: { permanent: 3 },
    },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};
