import type { WrittenStep } from "@gatepost/contract/steps";
import { describe, expect, test, vi } from "vitest";
import { click, openDemoSite, readText as read, soon } from "../testing/test-pages.ts";

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

  test("appends an object for each match, over all pages", async () => {
    const next: WrittenStep = {
      type: "REPEAT_WHILE_ELEMENT",
      selector: "#next",
      max: 9,
      ...soon,
      steps: [click("#next"), list(".order")],
    };
    expect(await dataAfter([open("/orders"), list(".order"), next])).toEqual(
      ["1041", "1042", "1043", "1044", "1045"].map(order),
    );
  });

  test("reads the items themselves, and at most so many", async () => {
    const itself = { fields: { sum: {} }, limit: { permanent: 1 } };
    expect(await dataAfter([open("/orders"), list(".sum", itself)])).toEqual([{ sum: "$12.00" }]);
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
    const step = { ...click(selector), ...soon } as WrittenStep;
    await expect(textsAfter([open("/orders"), step])).rejects.toThrow(words);
  });
});

describe.concurrent("the pointer", () => {
  test("HOVER opens a menu", async () => {
    const hover: WrittenStep = { type: "HOVER", selector: "#menu" };
    expect(await textsAfter([open("/things"), hover, click("#item"), read("#text")])).toEqual({ text: "Item" });
  });

  test("SCROLL_TO brings what comes into view", async () => {
    const more: WrittenStep = { type: "WAIT_FOR_TEXT", selector: "#more", text: "More" };
    await textsAfter([open("/things"), { type: "SCROLL_TO", selector: "#end" }, more]);
    await expect(textsAfter([open("/things"), { ...more, ...soon } as WrittenStep])).rejects.toThrow();
  });

  test("DRAG drops one element on another", async () => {
    const drag: WrittenStep = { type: "DRAG", from: "#card", to: "#basket" };
    expect(await textsAfter([open("/things"), drag, read("#text")])).toEqual({ text: "The card is in the basket" });
  });
});

describe.concurrent("ANSWER_DIALOG", () => {
  const answer = (accept: boolean, text?: string): WrittenStep => ({
    type: "ANSWER_DIALOG",
    accept,
    ...(text && { text }),
  });
  const after = (...steps: WrittenStep[]) => textsAfter([open("/things"), ...steps, read("#text")]);

  test("accepts or dismisses the next dialog, and enters a text", async () => {
    expect(await after(answer(true), click("#delete"))).toEqual({ text: "Deleted" });
    expect(await after(answer(false), click("#delete"))).toEqual({ text: "Kept" });
    expect(await after(answer(true, "Ada"), click("#rename"))).toEqual({ text: "Renamed to Ada" });
    expect(await after(answer(true), click("#delete"), click("#delete"))).toEqual({ text: "Kept" });
  });

  test("a dialog without one is dismissed", async () => {
    expect(await after(click("#delete"))).toEqual({ text: "Kept" });
  });
});

describe.concurrent("windows", () => {
  const to = (window: string): WrittenStep => ({ type: "SWITCH_WINDOW", to: window, ...soon });

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

  test("a window that opens later is the one that steps act on", async () => {
    const steps = [open("/things"), click("#window"), to("first"), click("#window"), read("#text")];
    expect(await textsAfter(steps)).toEqual({ text: "Window" });
  });

  test("CLOSE_WINDOW goes on in the one before, and keeps the first", async () => {
    const close: WrittenStep = { type: "CLOSE_WINDOW" };
    expect(await textsAfter([open("/things"), click("#window"), close, read("h1")])).toEqual({ text: "Things to do" });
    await expect(textsAfter([open("/things"), close])).rejects.toThrow("its first window");
  });
});
