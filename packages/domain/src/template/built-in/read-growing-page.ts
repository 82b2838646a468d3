import type { TemplateDocument } from "@gatepost/contract/steps";

/** The element at the page's end, such as “Loading …”, is there as long as there is more. */
export const readGrowingPage: TemplateDocument = {
  name: "Read a page that grows as you scroll",
  description:
    "Scrolls to the element at the page's end (end_css), which makes the page load more, until it is gone or 100 times. Then " +
    "it returns the text and the first link of each item that item_css matches, up to 1,000 (data.items).",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { variable: "item_css" } },
    {
      type: "REPEAT_WHILE_ELEMENT",
      selector: { variable: "end_css" },
      max: { permanent: 100 },
      timeout: { permanent: 1 },
      steps: [
        { type: "SCROLL_TO", selector: { variable: "end_css" }, timeout: { permanent: 2 }, optional: true },
        { type: "PAUSE", seconds: { permanent: 0.5 } },
      ],
    },
    {
      type: "READ_LIST",
      selector: { variable: "item_css" },
      fields: { text: {}, link: { selector: { permanent: "a" }, attribute: { permanent: "href" } } },
      as: { permanent: "items" },
    },
  ],
};
