import {
  type StepType,
  stepDefinitions,
  stepTypes,
  templateDocument,
  type WrittenStep,
} from "@gatepost/contract/steps";
import { describe, expect, test } from "vitest";
import type { Play } from "../testing/test-browser.ts";
import { click, fill, openDemoSite, readList, readText, snapshot } from "../testing/test-pages.ts";

const { site, open, play, textsAfter, errorOf } = await openDemoSite();

describe("WAIT_FOR_TEXT_GONE and WAIT_FOR_ELEMENT_GONE", () => {
  const textGone = (text: string, seconds = 10): WrittenStep => ({
    type: "WAIT_FOR_TEXT_GONE",
    text,
    timeout: seconds,
  });
  const elementGone = (selector: string, seconds = 10): WrittenStep => ({
    type: "WAIT_FOR_ELEMENT_GONE",
    selector,
    timeout: seconds,
  });

  test.each([textGone("Loading"), elementGone(".spinner")])(
    "goes on when what it names is gone: $type",
    async (gone) => {
      const texts = await textsAfter([open("/passing?ms=400"), gone, readText("#text")]);
      expect(texts).toEqual({ text: "Loaded" });
    },
  );

  test("pass at once where there is nothing", async () => {
    const began = performance.now();
    await textsAfter([open("/text?say=x"), textGone("nothing", 100), elementGone("#nothing", 100)]);
    expect(performance.now() - began).toBeLessThan(90_000);
  });

  test.concurrent.each<[string, string, WrittenStep]>([
    ['an element that ".spinner" matches was still visible', "/passing?ms=60000", elementGone(".spinner", 1)],
    [
      "the page still showed what the variable t holds",
      "/text?say=canary",
      { type: "WAIT_FOR_TEXT_GONE", text: { variable: "t" }, timeout: 1 },
    ],
  ])("name what was still visible: %s", async (message, path, step) => {
    expect(await errorOf([open(path), step], { values: { t: "canary" } })).toBe(message);
  });
});

describe("WAIT_FOR_URL", () => {
  const waitFor = (pattern: string, seconds = 10): WrittenStep => ({ type: "WAIT_FOR_URL", pattern, timeout: seconds });

  test("sees navigations, and addresses that a page sets itself", async () => {
    expect(await textsAfter([open("/app"), click("main a"), waitFor("*/account?*"), readText("#view")])).toEqual({
      text: "Account",
    });
    await textsAfter([open("/"), click('a[href="/login"]'), waitFor(`${site.url}/login`)]);
  });

  test("is not disturbed by a download or a navigation that another overtook", async () => {
    await textsAfter([open("/report"), click("#file"), waitFor("*/report")]);
  });

  test("says that the address never matched", async () => {
    expect(await errorOf([open("/app"), waitFor("*/nowhere", 1)])).toBe('the address never matched "*/nowhere"');
  });
});

describe("TAKE_HTML_SNAPSHOT_BY_SELECTOR", () => {
  const htmlsOf = async (steps: WrittenStep[], options: Play = {}) => {
    await using played = await play(steps, options);
    return played.htmls.map((html) => Buffer.from(html, "base64").toString());
  };

  test("is without late values, however the page shows them, and without what password fields hold", async () => {
    const code = 'K7"Q-4<Z9';
    const pages = [code, code.toLowerCase(), [...code].join(" ")].map((say) => `/text?say=${encodeURIComponent(say)}`);
    const steps = pages.flatMap((page) => [open(page), snapshot("main")]);
    const htmls = await htmlsOf(steps, { values: { code }, late: ["code"] });
    expect(htmls).toHaveLength(pages.length);
    for (const html of htmls) {
      expect(html.toLowerCase()).not.toMatch(/k ?7 ?("|&quot;) ?q ?- ?4/);
      expect(html).toContain("<h1>A text</h1>");
    }
    const reflect = [open("/login"), fill("#password", "canary-word"), snapshot("form")];
    expect((await htmlsOf(reflect)).join()).not.toContain("canary");
  });
});

test("PAUSE lasts as long as its parameter says", async () => {
  const began = performance.now();
  await textsAfter([{ type: "PAUSE", seconds: 0.5 }]);
  expect(performance.now() - began).toBeGreaterThan(490);
});

/** What each example needs before it, on the demo site. */
const before: Record<StepType, (() => WrittenStep[]) | string> = {
  OPEN_PAGE: "/",
  FILL_INPUT: "/login",
  TYPE_TEXT: "/search",
  CLICK: "/account",
  SELECT_OPTION: "/order",
  SET_CHECKBOX: "/order",
  PRESS_KEY: "/login",
  DOWNLOAD_FILE: "/report",
  UPLOAD_FILE: "/upload",
  WAIT_FOR_TEXT: "/text?say=Welcome",
  WAIT_FOR_TEXT_GONE: "/passing?ms=300",
  WAIT_FOR_ELEMENT: "/account",
  WAIT_FOR_ELEMENT_GONE: "/passing?ms=300",
  WAIT_FOR_URL: () => [open("/app"), click("main a")],
  WAIT_FOR_VARIABLE_VALUE: "/2fa",
  ASK_AGAIN_IF_TEXT: "/text?say=That%20code%20is%20not%20right",
  ASK_AGAIN_IF_ELEMENT: "/text?say=Welcome",
  READ_TEXT: "/account",
  TAKE_SCREENSHOT: "/",
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: "/report",
  READ_LIST: "/orders",
  HOVER: "/things",
  SCROLL_TO: "/things",
  DRAG: "/things",
  ANSWER_DIALOG: "/things",
  SWITCH_WINDOW: "/",
  CLOSE_WINDOW: () => [open("/things"), click("#window")],
  IF_ELEMENT: "/",
  IF_TEXT: "/text?say=Welcome",
  IF_URL: "/login",
  IF_VALUE: "/",
  REPEAT_WHILE_ELEMENT: "/",
  PAUSE: "/",
};

describe("a list of selectors", () => {
  const list = (...all: string[]) => ({ selector: all.map((permanent) => ({ permanent })) });

  test("acts on the first that matches, whatever the order in the document, and notes which", async () => {
    await using played = await play([
      open("/things"),
      { type: "READ_TEXT", ...list("#nothing", "h1", "body"), as: "text" },
    ]);
    expect(played.texts.get("text")).toBe("Things to do");
    expect(played.run?.observed.ofStep(played.run.page, String)).toEqual([
      'the selectors before "h1" in the step\'s list matched nothing',
    ]);
    await using plain = await play([open("/things"), { type: "READ_TEXT", ...list("h1", "body"), as: "text" }]);
    expect(plain.run?.observed.ofStep(plain.run.page, String)).toEqual([]);
  });

  test("waits for any, and is gone when none of them matches", async () => {
    const gone: WrittenStep = { type: "WAIT_FOR_ELEMENT_GONE", ...list("#nothing", "h1"), timeout: 1 };
    expect(await errorOf([open("/things"), gone])).toContain(
      'an element that "#nothing" or "h1" matches was still visible',
    );
    const late: WrittenStep = { type: "WAIT_FOR_ELEMENT", ...list("#nothing", "#never"), timeout: 1 };
    expect(await errorOf([open("/things"), late])).toContain(
      'looked for "#nothing" or "#never"; no element matched it',
    );
    expect(
      await textsAfter([open("/slow?ms=700"), { type: "CLICK", ...list("#nothing", "main, body") }, readText("h1")]),
    ).toBeDefined();
  });

  test("finds a field of each item of a list", async () => {
    const fields = { number: list(".nothing", "td"), link: { selector: ".none" } };
    await using played = await play([open("/orders"), readList("tbody tr", fields)]);
    expect(played.data.get("rows")?.[0]).toEqual({ number: "1041", link: null });
    const byText = { number: list("text=nothing", "td") };
    await using again = await play([open("/orders"), readList("tbody tr", byText)]);
    expect(again.data.get("rows")?.[0]).toEqual({ number: "1041" });
  });
});

/** The guide's example of a step, after what it needs. */
function exampleOf(type: StepType): WrittenStep[] {
  const example = JSON.parse(
    JSON.stringify(stepDefinitions[type].example)
      .replaceAll("https://example.com/account", `${site.url}/app/account`)
      .replaceAll("https://example.com", site.url),
  );
  const { steps } = templateDocument.parse({ name: "A", steps: [example] });
  const start = before[type];
  const first = typeof start === "string" ? [open(start)] : start();
  return [...first, ...steps];
}

/** A session for each would take longer than its example. */
const atOnce = 6;
const groups = Array.from({ length: Math.ceil(stepTypes.length / atOnce) }, (_, n) => ({
  types: stepTypes.slice(n * atOnce, (n + 1) * atOnce),
}));

test.concurrent.each(groups)("the guide's examples run: $types", async ({ types }) => {
  await textsAfter(types.flatMap(exampleOf), { values: { login: "ada", words: "card" }, late: ["code"] });
});
