import type { WrittenStep, WrittenTemplate } from "@gatepost/contract/steps";

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
