import type { WrittenTemplate } from "@gatepost/contract/steps";

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
