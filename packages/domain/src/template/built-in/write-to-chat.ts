import type { WrittenTemplate } from "@gatepost/contract/steps";

/** Such widgets keep their fields in shadow roots; selectors are looked for there too. */
export const writeToChat: WrittenTemplate = {
  name: "Write to a chat widget",
  description:
    "Opens a chat, writes a message, sends it, and returns the first reply (texts.reply), which may take two minutes.",
  steps: [
    { type: "CLICK", selector: { variable: "open_button_css" } },
    { type: "FILL_INPUT", selector: { variable: "message_css" }, value: { variable: "message" } },
    { type: "CLICK", selector: { variable: "send_button_css" } },
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "reply_css" }, timeout: 120 },
    { type: "READ_TEXT", selector: { variable: "reply_css" }, as: "reply" },
    { type: "TAKE_SCREENSHOT" },
  ],
};
