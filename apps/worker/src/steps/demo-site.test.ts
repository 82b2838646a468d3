import { createHash } from "node:crypto";
import { type StepGuide, stepGuide } from "@gatepost/contract/step-guide";
import type { Step, StepType } from "@gatepost/contract/steps";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Site, startSite } from "../../../cli/src/demo-site/server.ts";
import { openTestBrowser, type Play, playSteps } from "../testing/test-browser.ts";

let site: Site;
let browser: Awaited<ReturnType<typeof openTestBrowser>>;

beforeAll(async () => {
  site = await startSite();
  browser = await openTestBrowser(new URL(site.url).host);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const open = (path: string): Step => ({ type: "OPEN_PAGE", url: { permanent: `${site.url}${path}` } });
const css = (selector: string) => ({ selector: { permanent: selector } });
const click = (selector: string): Step => ({ type: "CLICK", ...css(selector) });
const read = (selector: string, as = "text"): Step => ({ type: "READ_TEXT", ...css(selector), as: { permanent: as } });
const soon = { timeout: { permanent: 1 } };

async function textsAfter(steps: Step[], play: Play = {}): Promise<Record<string, string>> {
  await using played = await playSteps(browser, steps, play);
  return Object.fromEntries(played.texts);
}

/** What the caller is told of steps that fail. No value of a variable may be in it. */
async function errorOf(steps: Step[], play: Play = {}): Promise<string> {
  const error = await textsAfter(steps, play).then(
    () => new Error("nothing failed"),
    (caught: Error) => caught,
  );
  for (const value of Object.values(play.values ?? {})) expect(error.message).not.toContain(value);
  return error.message;
}

describe("SELECT_OPTION", () => {
  const select = (value: string, selector = "#country"): Step => ({
    type: "SELECT_OPTION",
    ...css(selector),
    value: { permanent: value },
    ...soon,
  });

  test("chooses by value, or else by the text that a person reads", async () => {
    const steps = [open("/order"), select("pt"), read("#country", "a"), select("Norway"), read("#country", "b")];
    expect(await textsAfter(steps)).toEqual({ a: "pt", b: "no" });
  });

  test("says which options there are, what is no select, and never a value", async () => {
    expect(await errorOf([open("/order"), select("Spain")])).toBe(
      '"#country" has no option "Spain"; it has "Choose…", "Portugal", "Norway", "Japan"',
    );
    const late: Step = { type: "SELECT_OPTION", ...css("#country"), value: { variable: "where" }, ...soon };
    expect(await errorOf([open("/order"), late], { values: { where: "canary" } })).toContain(
      "has no option what the variable where holds",
    );
    expect(await errorOf([open("/order"), select("x", "#terms")])).toBe('"#terms" is not a select');
    expect(await errorOf([open("/order"), select("x", "#none")])).toContain("no element matched it");
  });
});

describe("SET_CHECKBOX", () => {
  const set = (selector: string, checked: boolean): Step => ({
    type: "SET_CHECKBOX",
    ...css(selector),
    checked: { permanent: checked },
    ...soon,
  });

  test("makes boxes and radio buttons as they should be, whatever they were", async () => {
    const country: Step = { type: "SELECT_OPTION", ...css("#country"), value: { permanent: "jp" } };
    const boxes = [set("#terms", true), set("#terms", true), set("#news", false), set("#courier", true)];
    await textsAfter([open("/order"), country, ...boxes, click("#place"), read("#total")]);
    expect(site.submissions("/order").at(-1)?.fields).toEqual({ country: "jp", delivery: "courier", terms: "yes" });
  });

  test("takes true and false of a variable, and says that anything else is neither", async () => {
    const step: Step = { type: "SET_CHECKBOX", ...css("#terms"), checked: { variable: "agreed" }, ...soon };
    for (const agreed of [true, "false"]) await textsAfter([open("/order"), step], { values: { agreed } });
    expect(await errorOf([open("/order"), step], { values: { agreed: "canary" } })).toBe(
      "what the variable agreed holds must be true or false, and is neither",
    );
  });

  test.each([
    ["#country", true, '"#country" is neither a checkbox nor a radio button'],
    ["#post", false, '"#post" is a radio button, which is only unchecked by checking another one'],
    ["#none", true, 'looked for "#none"; no element matched it; the page\'s title was "Order · Gatepost demo site"'],
  ])("says why %s cannot become %s", async (selector, checked, message) => {
    expect(await errorOf([open("/order"), set(selector, checked)])).toBe(message);
  });
});

describe("UPLOAD_FILE", () => {
  const bytes = Buffer.from([0, 1, 2, 250, 251, 252, 13, 10]);
  const upload = (name: string, content: string, selector = "#document"): Step => ({
    type: "UPLOAD_FILE",
    ...css(selector),
    name: { permanent: name },
    content: { permanent: content },
    ...soon,
  });

  test("hands every byte over, under the file's bare name", async () => {
    const step = upload("/home/ada/résumé 1.bin", bytes.toString("base64"));
    const names = ["name", "size", "sha256"];
    const steps = names.map((name) => read(`#received-${name}`, name));
    expect(await textsAfter([open("/upload"), step, click("#send"), ...steps])).toEqual({
      name: "résumé 1.bin",
      size: "8",
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
  });

  test("takes an empty file", async () => {
    expect(await textsAfter([open("/upload"), upload("empty", ""), click("#send"), read("#received-size")])).toEqual({
      text: "0",
    });
  });

  test("says what is not base64, what is no file field, and what is not there", async () => {
    const content: Step = { ...(upload("a", "") as object), content: { variable: "file" } } as Step;
    expect(await errorOf([open("/upload"), content], { values: { file: "canary!" } })).toBe(
      "what the variable file holds must be base64, and is not",
    );
    expect(await errorOf([open("/upload"), upload("a", "", "#send")])).toBe('"#send" is not a file field');
    expect(await errorOf([open("/upload"), upload("a", "", "#none")])).toContain(
      'looked for "#none"; no element matched it',
    );
  });
});

describe("WAIT_FOR_TEXT_GONE and WAIT_FOR_ELEMENT_GONE", () => {
  const textGone = (text: string, seconds = 10): Step => ({
    type: "WAIT_FOR_TEXT_GONE",
    text: { permanent: text },
    timeout: { permanent: seconds },
  });
  const elementGone = (selector: string, seconds = 10): Step => ({
    type: "WAIT_FOR_ELEMENT_GONE",
    ...css(selector),
    timeout: { permanent: seconds },
  });

  test("go on when the text, or whatever the selector matches, is gone or hidden", async () => {
    expect(await textsAfter([open("/passing?ms=400"), textGone("Loading"), read("#text")])).toEqual({ text: "Loaded" });
    expect(await textsAfter([open("/passing?ms=400"), elementGone(".spinner"), read("#text")])).toEqual({
      text: "Loaded",
    });
  });

  test("a text that comes and goes is seen in between", async () => {
    const loaded: Step = { type: "WAIT_FOR_TEXT", text: { permanent: "Loaded" } };
    const steps = [open("/passing?ms=300&stay=1500"), loaded, textGone("Loaded"), read("#text")];
    expect(await textsAfter(steps)).toEqual({ text: "Over" });
  });

  test("pass at once where there is nothing", async () => {
    const began = performance.now();
    await textsAfter([open("/text?say=x"), textGone("nothing", 100), elementGone("#nothing", 100)]);
    expect(performance.now() - began).toBeLessThan(90_000);
  });

  test("say what was still there", async () => {
    expect(await errorOf([open("/passing?ms=60000"), textGone("Loading", 1)])).toBe(
      'the page still showed the text "Loading"',
    );
    expect(await errorOf([open("/passing?ms=60000"), elementGone(".spinner", 1)])).toBe(
      'an element that ".spinner" matches was still visible',
    );
    const step: Step = { type: "WAIT_FOR_TEXT_GONE", text: { variable: "t" }, ...soon };
    expect(await errorOf([open("/text?say=canary"), step], { values: { t: "canary" } })).toBe(
      "the page still showed the text what the variable t holds",
    );
  });
});

describe("WAIT_FOR_URL", () => {
  const waitFor = (pattern: string, seconds = 10): Step => ({
    type: "WAIT_FOR_URL",
    pattern: { permanent: pattern },
    timeout: { permanent: seconds },
  });

  test("sees navigations, and addresses that a page sets by itself", async () => {
    expect(await textsAfter([open("/app"), click("main a"), waitFor("*/account?*"), read("#view")])).toEqual({
      text: "Account",
    });
    await textsAfter([open("/"), click('a[href="/login"]'), waitFor(`${site.url}/login`)]);
  });

  test("is not put off by a download or a navigation that another overtook", async () => {
    await textsAfter([open("/report"), click("#file"), waitFor("*/report")]);
  });

  test("says that the address never fitted", async () => {
    expect(await errorOf([open("/app"), waitFor("*/nowhere", 1)])).toBe('the address never fitted "*/nowhere"');
  });
});

describe("ASK_AGAIN_IF_TEXT", () => {
  const step: Step = {
    type: "ASK_AGAIN_IF_TEXT",
    text: { permanent: "That code is not right" },
    name: { permanent: "code" },
    ...soon,
  };

  test("asks again where the page shows the refusal, and goes on where it does not", async () => {
    const asked: string[] = [];
    const askAgain: Play["askAgain"] = ({ name }) => {
      asked.push(name.permanent);
    };
    await textsAfter([open("/text?say=Welcome"), step], { askAgain });
    expect(asked).toEqual([]);
    await textsAfter([open("/text?say=That%20code%20is%20not%20right."), step], { askAgain });
    expect(asked).toEqual(["code"]);
  });
});

describe("TAKE_HTML_SNAPSHOT_BY_SELECTOR", () => {
  const snapshot = (selector: string): Step => ({ type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", ...css(selector), ...soon });
  const htmlOf = async (steps: Step[], play: Play = {}) => {
    await using played = await playSteps(browser, steps, play);
    return Buffer.from(played.htmls[0] ?? "", "base64").toString();
  };

  test("keeps the element's HTML as it is now", async () => {
    expect(await htmlOf([open("/passing?ms=200"), ...waitLoaded, snapshot("#text")])).toBe(
      '<p id="text" aria-live="polite">Loaded</p>',
    );
  });

  test("is without late values, however the page shows them, and without what password fields hold", async () => {
    const code = 'K7"Q-4<Z9';
    const pages = [code, code.toLowerCase(), [...code].join(" ")].map((say) => `/text?say=${encodeURIComponent(say)}`);
    for (const page of pages) {
      const html = await htmlOf([open(page), snapshot("main")], { values: { code }, late: ["code"] });
      expect(html.toLowerCase()).not.toMatch(/k ?7 ?("|&quot;) ?q ?- ?4/);
      expect(html).toContain("<h1>A text</h1>");
    }
    const password: Step = { type: "FILL_INPUT", ...css("#password"), value: { permanent: "canary-word" } };
    const reflect = [open("/login"), password, snapshot("form")];
    expect(await htmlOf(reflect)).not.toContain("canary");
  });

  test("says what was not there", async () => {
    expect(await errorOf([open("/"), snapshot("#none")])).toContain('looked for "#none"; no element matched it');
  });
});

const waitLoaded: Step[] = [{ type: "WAIT_FOR_TEXT", text: { permanent: "Loaded" } }];

test("PAUSE lasts as long as it says", async () => {
  const began = performance.now();
  await textsAfter([{ type: "PAUSE", seconds: { permanent: 0.5 } }]);
  expect(performance.now() - began).toBeGreaterThan(490);
});

test("a pop-up may speak to the page that opened it; a frame is in the page's picture", async () => {
  const said: Step = { type: "WAIT_FOR_TEXT", text: { permanent: "The window said hello" } };
  await textsAfter([open("/pop-up"), click("#open"), said]);
  await using played = await playSteps(browser, [open("/frame"), { type: "TAKE_SCREENSHOT", ...css("html") }]);
  expect(played.screenshots).toHaveLength(1);
});

/** What each example needs before it, on the demo site. */
const before: Record<StepType, (() => Step[]) | string> = {
  OPEN_PAGE: "/",
  FILL_INPUT: "/login",
  CLICK: "/account",
  SELECT_OPTION: "/order",
  SET_CHECKBOX: "/order",
  PRESS_KEY: "/login",
  UPLOAD_FILE: "/upload",
  WAIT_FOR_TEXT: "/text?say=Welcome",
  WAIT_FOR_TEXT_GONE: "/passing?ms=300",
  WAIT_FOR_ELEMENT: "/account",
  WAIT_FOR_ELEMENT_GONE: "/passing?ms=300",
  WAIT_FOR_URL: () => [open("/app"), click("main a")],
  WAIT_FOR_VARIABLE_VALUE: "/2fa",
  ASK_AGAIN_IF_TEXT: "/text?say=That%20code%20is%20not%20right",
  READ_TEXT: "/account",
  TAKE_SCREENSHOT: "/",
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: "/report",
  PAUSE: "/",
};

test.each(Object.entries(stepGuide) as [StepType, StepGuide][])(
  "the guide's example of %s runs",
  async (type, guide) => {
    const example = JSON.parse(
      JSON.stringify(guide.example)
        .replaceAll("https://example.com/account", `${site.url}/app/account`)
        .replaceAll("https://example.com", site.url),
    ) as Step;
    const start = before[type];
    const first = typeof start === "string" ? [open(start)] : start();
    await textsAfter([...first, example], { values: { login: "ada" }, late: ["code"] });
  },
);
