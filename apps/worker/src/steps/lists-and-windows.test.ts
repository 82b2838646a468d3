import type { WrittenStep } from "@gatepost/contract/steps";
import { describe, expect, test, vi } from "vitest";
import { click, openDemoSite, readText as read } from "../testing/test-pages.ts";

const { site, open, play, textsAfter } = await openDemoSite();
/** For steps that fail. */
const soon = { timeout: 2 };

describe.concurrent("READ_LIST", () => {
  const list = (selector: string, more: object = {}): WrittenStep => ({
    type: "READ_LIST",
    selector,
    as: "orders",
    fields: { id: { selector: ".id" }, link: { selector: "a", attribute: "href" }, none: { selector: ".nothing" } },
    ...more,
  });
  const dataAfter = async (steps: WrittenStep[]) => {
    await using played = await play(steps);
    return played.data.get("orders");
  };
  const order = (id: string) => ({ id, link: `${site.url}/orders/${id}`, none: null });

  test("appends an object for each match, of the items themselves too, and at most so many", async () => {
    const itself = list(".sum", { fields: { sum: {} }, limit: { permanent: 1 } });
    expect(await dataAfter([open("/orders"), list(".order"), itself])).toEqual([
      order("1041"),
      order("1042"),
      { sum: "$12.00" },
    ]);
  });

  test("takes selectors that only Playwright knows, for the list and for its fields", async () => {
    const fields = {
      fields: {
        what: { selector: "td:has-text('card')" },
        sum: { selector: "xpath=./td[3]" },
        link: { selector: "role=link" },
      },
    };
    expect(await dataAfter([open("/orders"), list('tr:has-text("1041")', fields)])).toEqual([
      { what: "A card", sum: "$12.00", link: "1041" },
    ]);
  });

  // The spy counts the calls of all tests, and Vitest clears them when another one begins.
  test("looks at no more items than it reads", { concurrent: false }, async () => {
    await using played = await play([open("/orders")]);
    const nth = vi.spyOn(Object.getPrototypeOf(played.session.page.locator("td")), "nth");
    const cells = { fields: { sum: { selector: "xpath=." } }, limit: 2 };
    expect(await dataAfter([open("/orders"), list("td", cells)])).toHaveLength(2);
    expect(nth).toHaveBeenCalledTimes(2);
    nth.mockRestore();
  });
});

describe.concurrent("selectors with a prefix", () => {
  test("find what they name", async () => {
    const selectors = ["text=next PAGE", 'text="Next page"', 'role=link[name="Next page"]', "xpath=//a[@id='next']"];
    const steps = selectors.flatMap((selector) => [open("/orders"), click(selector), read("h1", selector)]);
    const texts = selectors.map((selector) => [selector, "Orders, page 2"]);
    expect(await textsAfter(steps)).toEqual(Object.fromEntries(texts));
  });

  test.each([
    ["xpath=//a[+]", "not valid XPath"],
    ["role=!", "is not of the form role=button"],
    ['text="next page"', "no element matched it"],
  ])("one that cannot be read is a failure that says so: %s", async (selector, words) => {
    await expect(textsAfter([open("/orders"), { ...click(selector), ...soon }])).rejects.toThrow(words);
  });
});

test.concurrent.each<[string, WrittenStep]>([
  [
    'none of the 1 open windows has an address that matches "*/nowhere"',
    { type: "SWITCH_WINDOW", to: "*/nowhere", ...soon },
  ],
  ["its first window", { type: "CLOSE_WINDOW" }],
])("a window that is not there is not gone to, and the first one stays: %s", async (words, step) => {
  await expect(textsAfter([open("/things"), step])).rejects.toThrow(words);
});
