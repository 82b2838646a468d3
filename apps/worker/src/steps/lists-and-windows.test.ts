import type { WrittenStep } from "@gatepost/contract/steps";
import { describe, expect, test, vi } from "vitest";
import { click, openDemoSite, readText as read } from "../testing/test-pages.ts";

const { site, open, play, textsAfter } = await openDemoSite();

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

  test("label= finds the field of a label", async () => {
    const fill: WrittenStep = { type: "FILL_INPUT", selector: "label=Login", value: "ada" };
    expect(await textsAfter([open("/login"), fill, read("#login")])).toEqual({ text: "ada" });
  });

  test.each([
    ["xpath=//a[+]", "not valid XPath"],
    ["role=!", "is not of the form role=button"],
    ['text="next page"', "no element matched it"],
  ])("one that cannot be read is a failure that says so: %s", async (selector, words) => {
    const step = { ...click(selector), timeout: 2 } as WrittenStep;
    await expect(textsAfter([open("/orders"), step])).rejects.toThrow(words);
  });
});

test.concurrent("HOVER opens a menu", async () => {
  const hover: WrittenStep = { type: "HOVER", selector: "#menu" };
  expect(await textsAfter([open("/things"), hover, click("#item"), read("#text")])).toEqual({ text: "Item" });
});

describe.concurrent("windows", () => {
  const to = (window: string): WrittenStep => ({ type: "SWITCH_WINDOW", to: window, timeout: 2 });

  test("SWITCH_WINDOW goes to the first, the newest, and one of an address", async () => {
    const steps = [
      ...[open("/things"), click("#window"), read("#text", "a")],
      ...[to("first"), read("h1", "b"), to("newest"), read("#text", "c"), to("*/things"), read("h1", "d")],
      ...[to("*say=Window"), read("#text", "e")],
    ];
    expect(await textsAfter(steps)).toEqual({
      a: "Window",
      b: "Things to do",
      c: "Window",
      d: "Things to do",
      e: "Window",
    });
    await expect(textsAfter([open("/things"), to("*/nowhere")])).rejects.toThrow(
      'none of the 1 open windows has an address that matches "*/nowhere"',
    );
  });

  test("CLOSE_WINDOW keeps the first", async () => {
    const closing = textsAfter([open("/things"), { type: "CLOSE_WINDOW" }]);
    await expect(closing).rejects.toThrow("its first window");
  });
});
