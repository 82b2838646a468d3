import { stepDefinitions, templateDocument, type WrittenStep } from "@gatepost/contract/steps";
import { describe, expect, test, vi } from "vitest";
import { click, openDemoSite, readText as read } from "../testing/test-pages.ts";

const { site, open, play, textsAfter } = await openDemoSite();
/** For steps that fail, and for conditions that do. */
const soon = { timeout: 1.5 };
const letter = "/jobs/cookie-banner";

describe.concurrent("conditions", () => {
  const ifElement = (selector: string, then: WrittenStep[], otherwise?: WrittenStep[]): WrittenStep => ({
    type: "IF_ELEMENT",
    selector,
    then,
    ...soon,
    ...(otherwise && { else: otherwise }),
  });

  test("a banner that only sometimes stands in the way is put away", async () => {
    const steps: WrittenStep[] = [
      ifElement("#accept", [click("#accept")], [read("h1", "free")]),
      { type: "FILL_INPUT", selector: "#email", value: "ada@example.org" },
      click("#subscribe"),
      read("#result"),
    ];
    const text = "We write to ada@example.org.";
    expect(await textsAfter([open(`${letter}?banner=yes`), ...steps])).toEqual({ text });
    expect(await textsAfter([open(`${letter}?banner=no`), ...steps])).toEqual({ text, free: "Our newsletter" });
  });

  test("IF_TEXT, IF_URL and IF_VALUE choose by what the page shows, its address, a variable and a text", async () => {
    const yes = (as: string) => ({ then: [read("h1", as)], else: [read("h1", `not ${as}`)] });
    const steps: WrittenStep[] = [
      open("/text?say=Welcome"),
      { type: "IF_TEXT", text: "welcome", ...yes("text"), ...soon },
      { type: "IF_TEXT", text: "Goodbye", ...yes("other text"), ...soon },
      { type: "IF_URL", pattern: { text: "*/text?say={{say}}" }, ...yes("address"), ...soon },
      { type: "IF_URL", pattern: "*/login", ...yes("other address"), ...soon },
      { type: "IF_VALUE", name: "agreed", equals: "true", ...yes("value") },
      { type: "IF_VALUE", name: "text", equals: "A text", ...yes("read text") },
    ];
    const texts = await textsAfter(steps, { values: { say: "Welcome", agreed: true } });
    const chosen = ["text", "not other text", "address", "not other address", "value", "read text"];
    expect(Object.keys(texts)).toEqual(chosen);
  });

  test("a selector that cannot be read is a failure, and not an element that is missing", async () => {
    const step: WrittenStep = { type: "IF_ELEMENT", selector: { variable: "css" }, then: [click("a")], ...soon };
    await expect(textsAfter([open(letter), step], { values: { css: "a >> b" } })).rejects.toThrow("no CSS");
  });
});

test.concurrent("the guide's list over several pages has each order once", async () => {
  const given = stepDefinitions.REPEAT_WHILE_ELEMENT.sequence?.steps ?? [];
  const { steps } = templateDocument.parse({ name: "A", steps: given });
  await using played = await play([open("/orders"), ...steps]);
  const orders = played.data.get("orders")?.map(({ number }) => number);
  expect(orders).toEqual(["1041", "1042", "1043", "1044", "1045"]);
});

describe.concurrent("a joined text", () => {
  test("is typed, opened, looked for and used as a selector", async () => {
    const values = { order: 1042, words: "Ada & co" };
    const steps: WrittenStep[] = [
      open("/orders"),
      { type: "READ_TEXT", selector: "tr:nth-child(1) .sum", as: "sum" },
      { type: "READ_TEXT", selector: { text: 'tr:has-text("{{order}}") .what' }, as: "what" },
      { type: "OPEN_PAGE", url: { text: `${site.url}/echo?order={{order}}` } },
      { type: "FILL_INPUT", selector: "#value", value: { text: "Order {{order}} for {{words}}: {{sum}} \\{{order}}" } },
      click("form button"),
      { type: "WAIT_FOR_TEXT", text: { text: "Order {{order}} for" } },
      read("#received-value"),
    ];
    expect(await textsAfter(steps, { values })).toMatchObject({
      what: "A transfer",
      text: JSON.stringify("Order 1042 for Ada & co: $12.00 {{order}}"),
    });
  });

  test("that is no selector with a value in it is an error that names the variable", async () => {
    const step = { type: "CLICK", selector: { text: "[data-date={{date}}]" }, ...soon } as WrittenStep;
    await expect(textsAfter([open("/orders"), step], { values: { date: "2027-01-31" } })).rejects.toThrow(
      'looked for "[data-date={{date}}]"; the selector is not valid CSS with the value of date in it, which may need quotes, as in [name="{{date}}"]',
    );
  });

  test("is parsed when it is used, and no error holds a value of it", async () => {
    const click = { type: "CLICK", selector: { text: "#{{css}}" }, ...soon } as WrittenStep;
    const play = { values: { css: "canary >> x" } };
    await expect(textsAfter([open("/orders"), click], play)).rejects.toThrow('the selector "#{{css}}" holds ">>"');
    const say = `/text?say=${encodeURIComponent("K7 and Q9")}`;
    const gone: WrittenStep = { type: "WAIT_FOR_TEXT", selector: "#text", text: { text: "{{a}} und {{b}}" }, ...soon };
    await expect(textsAfter([open(say), gone], { values: { a: "K7", b: "Q9" } })).rejects.toThrow("K7 and Q9");
    const typed: WrittenStep = { type: "FILL_INPUT", selector: "#value", value: { text: "{{a}} and {{b}}" } };
    const other = { ...gone, text: { text: "{{a}} and {{b}}!" } };
    const shown = textsAfter([open("/echo"), typed, open(say), other], { values: { a: "K7", b: "Q9" } });
    await expect(shown).rejects.toThrow('it showed "…"');
  });
});

test.concurrent("an error shows what READ_TEXT read, without values, and names the variables of a joined text", async () => {
  const steps: WrittenStep[] = [
    open("/text?say=order%20of%20Lovelace"),
    read("#text", "what"),
    { type: "CLICK", selector: { text: '[data-what="{{what}}"][data-of="{{who}}"]' }, ...soon } as WrittenStep,
  ];
  await expect(textsAfter(steps, { values: { who: "Lovelace" } })).rejects.toThrow(
    `looked for ${JSON.stringify('[data-what="order of …"][data-of="{{who}}"]')}; no element matched it`,
  );
});

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
    const [what, sum] = [{ selector: "td:has-text('card')" }, { selector: "xpath=./td[3]" }];
    const fields = { what, sum, link: { selector: "role=link" } };
    const read = await dataAfter([open("/orders"), list('tr:has-text("1041")', { fields })]);
    expect(read).toEqual([{ what: "A card", sum: "$12.00", link: "1041" }]);
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
