import type { WrittenTemplate } from "@gatepost/contract/steps";

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
