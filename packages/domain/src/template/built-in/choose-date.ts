import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Turns the pages of a calendar that takes no typing. */
export const chooseDate: WrittenTemplate = {
  name: "Choose a date in a calendar",
  description:
    "Clicks the field that opens the calendar, goes to the next month until it shows the day (day_css, such as " +
    '[data-date="2027-03-12"] or [aria-label="12 March 2027"]), at most two years ahead, clicks the day and the button, and ' +
    "waits for the text that confirms it.",
  steps: [
    { type: "CLICK", selector: { variable: "field_css" } },
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "calendar_css" } },
    {
      type: "REPEAT_WHILE_ELEMENT",
      selector: { text: "{{calendar_css}}:not(:has({{day_css}}))" },
      max: 24,
      timeout: 1,
      steps: [{ type: "CLICK", selector: { variable: "next_month_css" } }],
    },
    { type: "CLICK", selector: { variable: "day_css" } },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};
