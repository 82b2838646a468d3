import type { WrittenTemplate } from "@gatepost/contract/steps";

/** A joined text may hold what READ_TEXT read. */
export const copyFromSecondTab: WrittenTemplate = {
  name: "Copy a value from a second tab",
  description:
    "Clicks a link that opens a tab, reads a value there (texts.value), goes back to the first tab, enters the value, clicks " +
    "the button and waits for the text that confirms it.",
  steps: [
    { type: "CLICK", selector: { variable: "link_css" } },
    { type: "READ_TEXT", selector: { variable: "value_css" }, as: "value" },
    { type: "SWITCH_WINDOW", to: "first" },
    { type: "FILL_INPUT", selector: { variable: "field_css" }, value: { text: "{{value}}" } },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};
