import type { WrittenStep, WrittenTemplate } from "@gatepost/contract/steps";

export const readTable: WrittenTemplate = {
  name: "Read a table",
  description:
    "Waits for a table and keeps it twice: as text, one line a row, in texts.table, and as HTML in HTMLsInBase64.",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "table_css" } },
    { type: "READ_TEXT", selector: { variable: "table_css" }, as: "table" },
    { type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", selector: { variable: "table_css" } },
  ],
};

const cell = (number: number) => ({ selector: `:is(td, th):nth-child(${number})` });

/** A copy names its fields after the table's columns. */
export const readTableAsJson: WrittenTemplate = {
  name: "Read a table as JSON",
  description:
    "Returns an object for each row that row_css matches (data.rows), such as #orders tbody tr, with the texts of its first " +
    "five cells and the address of its first link; what a row lacks is null.",
  steps: [
    {
      type: "READ_LIST",
      selector: { variable: "row_css" },
      fields: {
        column_1: cell(1),
        column_2: cell(2),
        column_3: cell(3),
        column_4: cell(4),
        column_5: cell(5),
        link: { selector: "a", attribute: "href" },
      },
      as: "rows",
    },
  ],
};

/** The element at the page's end, such as “Loading …”, is there as long as there is more. */
export const readGrowingPage: WrittenTemplate = {
  name: "Read a page that grows as you scroll",
  description:
    "Scrolls to the element at the page's end (end_css), which makes the page load more, until it is gone or 100 times. Then " +
    "it returns the text and the first link of each item that item_css matches, up to 1,000 (data.items).",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "item_css" } },
    {
      type: "REPEAT_WHILE_ELEMENT",
      selector: { variable: "end_css" },
      max: 100,
      timeout: 1,
      steps: [
        { type: "SCROLL_TO", selector: { variable: "end_css" }, timeout: 2, optional: true },
        { type: "PAUSE", seconds: 0.5 },
      ],
    },
    {
      type: "READ_LIST",
      selector: { variable: "item_css" },
      fields: { text: {}, link: { selector: "a", attribute: "href" } },
      as: "items",
    },
  ],
};

/** Window, language and time zone are the task's. */
export const readInLanguage: WrittenTemplate = {
  name: "Read a page in another language or window size",
  description:
    "Returns the text of an element (texts.text) and a screenshot of the page as somebody sees it whose window, language and " +
    "time zone the task names: viewport, locale, timezone.",
  steps: [{ type: "READ_TEXT", selector: { variable: "element_css" }, as: "text" }, { type: "TAKE_SCREENSHOT" }],
};

const readPage: WrittenStep = {
  type: "READ_LIST",
  selector: { variable: "item_css" },
  fields: { text: {}, link: { selector: "a", attribute: "href" } },
  as: "items",
};

/** For pages with a link to the next one, which the last page lacks. */
export const collectAllPages: WrittenTemplate = {
  name: "Collect a list over all its pages",
  description:
    "Returns the text and the first link of each item that item_css matches (data.items), on this page and on those that " +
    "next_css leads to, until a page has no such link; at most 100 pages.",
  steps: [
    readPage,
    {
      type: "REPEAT_WHILE_ELEMENT",
      selector: { variable: "next_css" },
      max: 99,
      timeout: 2,
      steps: [
        { type: "CLICK", selector: { variable: "next_css" } },
        { type: "WAIT_FOR_ELEMENT", selector: { variable: "item_css" } },
        readPage,
      ],
    },
  ],
};

/** Ready if the page shows the text, otherwise ERROR_STEP_FAILED. */
export const checkPageSays: WrittenTemplate = {
  name: "Check that a page says something",
  description:
    "Becomes ready as soon as the page shows the text, and fails where it does not within ten seconds; the timeline then " +
    "has a screenshot of what it showed instead.",
  steps: [
    { type: "WAIT_FOR_TEXT", text: { variable: "expected_text" }, timeout: 10 },
    { type: "READ_TEXT", selector: "h1", as: "heading", timeout: 2 },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** Watches a page that keeps itself up to date. */
export const waitForPrice: WrittenTemplate = {
  name: "Wait for a price",
  description:
    "Watches a page that updates itself for up to half an hour, until the price's element shows the wanted price and " +
    "nothing else; then keeps it in texts.price. For a page that stands still, create a task every now and then instead.",
  timeout: 1_900,
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "price_css" } },
    {
      type: "WAIT_FOR_TEXT",
      // Neither an old price beside it nor a higher one with the same ending matches.
      selector: { variable: "price_css" },
      text: { variable: "wanted_price" },
      timeout: 1_800,
    },
    { type: "READ_TEXT", selector: { variable: "price_css" }, as: "price" },
    { type: "TAKE_SCREENSHOT" },
  ],
};

/** Steps wait for their elements anyway; these are given more time than usual. */
export const openWhatAppearsLate: WrittenTemplate = {
  name: "Open something that appears late",
  description:
    "Clicks a button as soon as it appears, such as one for a document that is being prepared, and returns the text that " +
    "follows (texts.result). Each of them may take two minutes.",
  steps: [
    { type: "CLICK", selector: { variable: "button_css" }, timeout: 120 },
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "result_css" }, timeout: 120 },
    { type: "READ_TEXT", selector: { variable: "result_css" }, as: "result" },
    { type: "TAKE_SCREENSHOT" },
  ],
};

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

/** A picture of the whole page, however long. */
export const fullPageScreenshot: WrittenTemplate = {
  name: "Full-page screenshot",
  description: "Waits until the page shows a text, and takes a screenshot of the whole page.",
  steps: [
    { type: "WAIT_FOR_TEXT", text: { variable: "control_text" } },
    { type: "TAKE_SCREENSHOT", selector: "html" },
  ],
};
