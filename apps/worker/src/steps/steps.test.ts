import type { ServerResponse } from "node:http";
import type { WrittenStep } from "@gatepost/contract/steps";
import { describe, expect, test } from "vitest";
import { openTestSite } from "../testing/test-browser.ts";
import { click, fill, fillFrom, openPages, press, readText as read, see } from "../testing/test-pages.ts";

/** A value as long as a link with a signature may be. */
const long = "K7Q-".repeat(1_000);

let whenShown: (now: number) => void = () => {};
/** How often a page was requested since the last time this was set. */
let asked = 0;
let held: ServerResponse[] = [];
/** A page whose script acts once another page was asked for. */
const acting = (
  script: string,
) => `<h1>Old</h1><form id="f" method="post" action="/"></form><button id="go">Go</button><script>
  go.onclick = () => fetch("/when-asked").then(() => { ${script} })</script>`;

const pages = {
  "/": "<title>Home</title><h1>Welcome,\n <b>Bob</b></h1>",
  "/fields": `<textarea id="area"></textarea><input id="off" disabled><input id="locked" readonly><p id="text">x</p>
    <select id="choice"><option value="canary-value" disabled>One</select><input id="date" type="date"><input name="q" style="display:none"><input name="q" id="second">`,
  "/slow-form": '<form action="/slow"><input id="a" name="a"></form>',
  "/slow": (_: unknown, response: ServerResponse) => {
    setTimeout(() => response.end('<!doctype html><input id="a"><p id="second">second</p>'), 500);
  },
  "/long": `<p>long</p><script>const [p] = document.querySelectorAll("p");
    p.dataset.a = "x".repeat(5 * 2 ** 20); p.dataset.b = "\\u0001".repeat(3 * 2 ** 20)</script>`,
  "/texts": `<p id="p">  two<br>lines <span hidden>hidden</span></p><input id="i" value="held">
    <select id="s"><option value="1">one</select><svg><text id="v">drawn</text></svg>`,
  "/long-value": `<title>For ${long}</title><select id="s"><option>${long}</select>`,
  "/long-option": `<select id="s"><option>${"x".repeat(36)} K7Q-4Z9 y</select>`,
  "/arrives": "<p id=p></p><script>setTimeout(() => { p.textContent = 'arrived'; fetch('/shown') }, 1_300)</script>",
  "/shown": (_: unknown, response: ServerResponse) => {
    whenShown(performance.now());
    response.end();
  },
  "/keys": `<p id="out"></p><script>onkeydown = (e) => { out.textContent += (e.ctrlKey ? "^" : "") + e.key + " " }</script>`,
  "/truncated": (_: unknown, response: ServerResponse) => {
    response
      .writeHead(200, { "content-type": "text/html", "content-length": 10_000 })
      .write(`<p>begun</p>${" ".repeat(2_000)}`);
    setTimeout(() => response.destroy(), 100);
  },
  "/loop": (_: unknown, response: ServerResponse) => {
    response.writeHead(302, { location: "/loop" }).end();
  },
  "/submits": acting("f.submit()"),
  "/reloads": acting("location.reload()"),
  "/moves": "<script>location = '/'</script>",
  "/to-app": "<h1>Get the app</h1><script>location = 'our-app://open'</script>",
  "/to-file": "<h1>Here it comes</h1><script>location = '/file'</script>",
  "/when-asked": (_: unknown, response: ServerResponse) => void (asked > 0 ? response.end() : held.push(response)),
  "/asked-for": (_: unknown, response: ServerResponse) => {
    asked += 1;
    for (const one of held) one.end();
    held = [];
    // Only the first time, the old page has time to navigate before the response.
    if (asked > 1) response.writeHead(200, { "content-type": "text/html" }).end("<h1>Asked for</h1>");
  },
  "/file": (_: unknown, response: ServerResponse) => {
    asked += 1;
    response.writeHead(200, { "content-disposition": "attachment" }).end("1,2");
  },
  "/nothing": (_: unknown, response: ServerResponse) => {
    asked += 1;
    response.writeHead(204).end();
  },
};

const nobody = await openTestSite({});
nobody.close();
const { site, open, play, textAfter } = await openPages(pages, { also: nobody.host });

/** For steps that fail. */
const soon = { timeout: 3 };

describe("OPEN_PAGE", () => {
  test("opens an address that a variable holds", async () => {
    const step: WrittenStep = { type: "OPEN_PAGE", url: { variable: "url" } };
    expect(await textAfter([step, read("h1")], { values: { url: ` ${site.url("/")} ` } })).toBe("Welcome, Bob");
  });

  test("opens nothing but http and https, and no network that is blocked, by name or number", async () => {
    const refused = (url: string) =>
      expect(textAfter([{ type: "OPEN_PAGE", url }])).rejects.toMatchObject({ code: "ERROR_WEBSITE_NOT_ALLOWED" });
    await refused("file:///etc/passwd");
    // egress.test.ts has every form of an address.
    for (const host of ["http://2130706434", "https://localhost"]) await refused(`${host}:${site.port}/?q=secret`);
  });

  test("says that a name has no address, and that nobody is there", async () => {
    await expect(textAfter([{ type: "OPEN_PAGE", url: "http://nowhere.invalid/" }])).rejects.toThrow(
      "the host's name could not be resolved",
    );
    await expect(textAfter([{ type: "OPEN_PAGE", url: nobody.url() }])).rejects.toThrow(
      "no connection to the host could be made",
    );
  });

  test("says that a site redirects without end", async () => {
    await expect(textAfter([open("/loop")])).rejects.toThrow("redirects without end");
  });

  test.each(["/submits", "/reloads"])("opens its page although the old one navigates meanwhile (%s)", async (path) => {
    asked = 0;
    expect(await textAfter([open(path), click("#go"), open("/asked-for"), read("h1")])).toBe("Asked for");
    expect(asked).toBeGreaterThan(1);
  });

  test.each([
    ["/nothing", "the navigation was aborted"],
    ["/file", "the address leads to a download, not to a page"],
  ])("does not open an address again that answers without a page (%s)", async (path, reason) => {
    asked = 0;
    await expect(textAfter([open(path)])).rejects.toThrow(`the page could not be opened: ${reason}`);
    expect(asked).toBe(1);
  });

  test("leaves a page alone that itself goes to another one", async () => {
    expect(await textAfter([open("/moves"), see("Welcome, Bob"), read("h1")])).toBe("Welcome, Bob");
  });

  test.each([
    ["/to-app", "Get the app"],
    ["/to-file", "Here it comes"],
  ])("goes on with a page that goes to what is no page while it loads (%s)", async (path, shown) => {
    expect(await textAfter([open(path), read("h1")])).toBe(shown);
  });

  test("does not wait for the rest of a document that broke off", async () => {
    await expect(textAfter([open("/truncated")])).rejects.toThrow(
      /the page could not be opened: the browser says ERR_/,
    );
  });
});

describe("FILL_INPUT", () => {
  test("F1: types a variable's value as it is, null as nothing, and anything else as compact JSON", async () => {
    const texts = { g: "_WAIT_FOR_IT_", h: "one\n\ttwo  spaces", i: "abcdefgh".repeat(8_191) };
    const values = { a: "text ü 😀 <b>", b: null, c: true, d: 1.5, e: ["a", 1], f: { a: 1 }, ...texts };
    const steps = Object.keys(values).flatMap((name) => [fillFrom("#area", name), read("#area", name)]);
    await using played = await play([open("/fields"), ...steps], { values });
    const typed = { a: "text ü 😀 <b>", b: "", c: "true", d: "1.5", e: '["a",1]', f: '{"a":1}', ...texts };
    expect(Object.fromEntries(played.texts)).toEqual(typed);
  });

  test("a field that is filled again and again is covered once", async () => {
    const steps = [open("/fields"), fillFrom("#area"), fillFrom("#area")];
    await using played = await play(steps, { values: { code: "1234" }, late: ["code"] });
    expect(played.run?.secrets.fields).toHaveLength(1);
  });

  test("takes the first visible one of several", async () => {
    expect(await textAfter([open("/fields"), fill("[name=q]", "x"), read("#second")])).toBe("x");
  });

  test.concurrent.each([
    ["#nothing", 'looked for "#nothing"; no element matched it'],
    ["#off", 'looked for "#off"; the element was there, but disabled'],
    ["#choice", 'looked for "#choice"; the option was there, but disabled'],
    ["#locked", 'looked for "#locked"; the field was there, but read-only; CLICK it, and then in what that opens'],
    [
      "#text",
      'looked for "#text"; the element is not a field that takes text; if a click makes it one, CLICK it, then TYPE_TEXT without a selector',
    ],
    ["#date", '"#date" is a date field, and the value is not in its form, such as 2026-01-31'],
    ["[name=q", 'looked for "[name=q"; the selector is not valid CSS'],
    ["form >> #date", 'the selector "form >> #date" holds ">>" outside quotes, which is no CSS'],
  ])("says why %s cannot be filled, and never what should have been typed", async (selector, message) => {
    const isAwaited = /^#(?:nothing|off|choice|locked)$/.test(selector);
    const step = { ...fill(selector, "canary-value"), ...(isAwaited && soon) } as WrittenStep;
    const failing = textAfter([open("/fields"), step]);
    await expect(failing).rejects.toMatchObject({ message });
  });
});

test.concurrent("SELECT_OPTION does not quote a truncated option that contains part of a late value", async () => {
  const step: WrittenStep = { type: "SELECT_OPTION", selector: "#s", value: { variable: "code" }, ...soon };
  const playing = textAfter([open("/long-option"), step], { values: { code: "K7Q-4Z9" }, late: ["code"] });
  await expect(playing).rejects.toThrow(/it has "x{36} … y"/);
});

test.concurrent.each<[string, WrittenStep]>([
  ['it has "…"', { type: "SELECT_OPTION", selector: "#s", value: "x", ...soon }],
  ['the page\'s title was "For …"', { type: "WAIT_FOR_ELEMENT", selector: "#none", ...soon }],
])("a value longer than the reported part of a page is not reported in part: %s", async (message, step) => {
  await expect(textAfter([open("/long-value"), step], { values: { link: long } })).rejects.toThrow(message);
});

describe("PRESS_KEY", () => {
  test("the next step does not meet the old page, however slowly the new one comes", async () => {
    const steps = [open("/slow-form"), fill("#a", "old"), press("Enter"), fill("#a", "new"), read("#second")];
    expect(await textAfter(steps)).toBe("second");
  });

  test("presses keys and chords where nothing has the focus", async () => {
    expect(await textAfter([open("/keys"), press("a"), press("Control+b"), press("Escape"), read("#out")])).toBe(
      "a ^Control ^b Escape",
    );
  });
});

test("TYPE_TEXT stops when its time is over where nothing has the focus: the rest went to whatever got it next", async () => {
  const type: WrittenStep = { type: "TYPE_TEXT", value: "x".repeat(100), timeout: 1, optional: true };
  expect((await textAfter([open("/keys"), type, read("#out")]))?.length).toBeLessThan(100);
});

test("WAIT_FOR_TEXT sees a text within a tenth of a second of its appearance, also late", async () => {
  /** Of a few tries one meets a machine that has time: where the pauses are longer, none does. */
  let soonest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && soonest > 150; tries++) {
    const shown = Promise.withResolvers<number>();
    whenShown = shown.resolve;
    await using _ = await play([open("/arrives"), see("arrived")]);
    const seen = performance.now();
    soonest = Math.min(soonest, seen - (await shown.promise));
  }
  expect(soonest).toBeLessThan(150);
});

describe("READ_TEXT", () => {
  test("reads what a person would read, and what fields hold", async () => {
    const names = ["#p", "#i", "#s", "#v"];
    await using played = await play([open("/texts"), ...names.map((name) => read(name, name))]);
    expect([...played.texts.values()]).toEqual(["two\nlines", "held", "1", "drawn"]);
  });

  test.each([
    ["more characters than a task keeps", "data-a"],
    ["more bytes than the worker reads", "data-b"],
  ])("fails for %s", async (_, attribute) => {
    const step: WrittenStep = { type: "READ_TEXT", selector: "p", attribute, as: "text" };
    await expect(textAfter([open("/long"), step])).rejects.toThrow("is longer than what a task keeps");
  });
});
