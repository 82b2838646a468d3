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

export const uploadDocument: WrittenTemplate = {
  name: "Upload a document",
  description:
    "Uploads a file, given as base64, with a file field, clicks the button and waits for the text that confirms it.",
  steps: [
    {
      type: "UPLOAD_FILE",
      selector: { variable: "file_input_css" },
      name: { variable: "file_name" },
      content: { variable: "file_base64" },
    },
    { type: "CLICK", selector: { variable: "button_css" } },
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** Files may take a while to be made. */
export const downloadDocument: WrittenTemplate = {
  name: "Download a document",
  description:
    "Clicks a link or a button and keeps the file that the page then sends, such as a PDF (files.document). The file may " +
    "take five minutes to arrive.",
  steps: [
    {
      type: "DOWNLOAD_FILE",
      selector: { variable: "link_css" },
      as: "document",
      timeout: 300,
    },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** Opens a report behind a link and returns its text. "Download a document" keeps it as a file instead. */
export const openReport: WrittenTemplate = {
  name: "Open a report and keep it",
  description:
    "Clicks the link to a report, waits until its address is reached and the report is there, and keeps it as text " +
    "(texts.report), as HTML and as a screenshot.",
  steps: [
    { type: "CLICK", selector: { variable: "link_css" } },
    { type: "WAIT_FOR_URL", pattern: { variable: "report_address" } },
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "report_css" } },
    { type: "READ_TEXT", selector: { variable: "report_css" }, as: "report" },
    { type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", selector: { variable: "report_css" } },
    { type: "TAKE_SCREENSHOT", selector: "html" },
  ],
};
