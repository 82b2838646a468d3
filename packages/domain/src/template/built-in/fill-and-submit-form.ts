import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Fills two fields of a form and clicks its button. More fields need more steps of the same kind. */
export const fillAndSubmitForm: WrittenTemplate = {
  name: "Fill and submit a form",
  description:
    "Fills two fields, clicks the button and waits for the text that says that the form was received. Copy it and add " +
    "steps for further fields, lists and boxes.",
  steps: [
    { type: "FILL_INPUT", selector: { variable: "first_field_css" }, value: { variable: "first_field_value" } },
    { type: "FILL_INPUT", selector: { variable: "second_field_css" }, value: { variable: "second_field_value" } },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};
