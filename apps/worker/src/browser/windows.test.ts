import type { ServerResponse } from "node:http";
import type { WrittenStep } from "@gatepost/contract/steps";
import { afterAll, describe, expect, test } from "vitest";
import { openTestSite } from "../testing/test-browser.ts";
import { click, fill, openPages, picture, press, readText, see, snapshot } from "../testing/test-pages.ts";

/** A site that the task may not reach. */
const refused = await openTestSite({});
afterAll(() => refused.close());

const inner =
  '<title>Inner</title><p id="p">inside</p><input id="i"><button onclick="p.textContent = i.value">Take</button>';
const pages = {
  "/inner": inner,
  "/both": '<iframe src="/inner"></iframe><p id="p">outside</p>',
  "/hidden":
    '<title>Outer</title><iframe src="/inner" hidden></iframe><iframe src="/inner" width="0" height="0" style="border:0"></iframe>',
  "/deep": '<iframe src="/middle"></iframe>',
  "/middle": '<p>middle</p><iframe src="/inner"></iframe>',
  "/later":
    "<p id=out></p><script>setTimeout(() => { const f = document.createElement('iframe'); f.src = '/inner'; document.body.append(f) }, 700)</script>",
  "/leaves": `<iframe src="/inner"></iframe><p id="out">here</p>
    <button id="leave" onclick="document.querySelector('iframe').remove(); out.textContent = 'left'">leave</button>`,
  "/keys": `<iframe src="/typing"></iframe>`,
  "/typing": `<form onsubmit="q.textContent = 'sent ' + i.value; return false"><input id="i" autofocus></form><p id="q"></p>`,
  "/plain": `<iframe src="${refused.url()}"></iframe>`,
  "/encrypted": `<iframe src="https://${refused.host}/"></iframe>`,
  "/redirected": '<iframe src="/to-refused"></iframe>',
  "/to-refused": (_: unknown, response: ServerResponse) =>
    void response.writeHead(302, { location: refused.url() }).end(),
  "/passing": '<iframe src="/goes"></iframe>',
  "/goes": "<p id=p>Loading</p><script>fetch('/loaded').then(() => { p.textContent = 'Loaded' })</script>",
  "/links": `<a id="blank" href="/slow" target="_blank">slow</a>
    <button id="soon" onclick="setTimeout(() => window.open('/inner'), 400)">soon</button>
    <button id="two" onclick="window.open('/first'); ">two</button>
    <button id="form" onclick="window.open('/form')">form</button>
    <p id="p">opener</p>`,
  "/form": `<h1>The terms</h1><input id="name"><button id="approve" onclick="window.close()">Approve</button>`,
  "/first": `<p id="p">first</p><button id="next" onclick="window.open('/second')">next</button>`,
  "/second": `<p id="p">second</p><button id="end" onclick="setTimeout(() => window.close(), 200)">end</button>`,
  "/slow": (_: unknown, response: ServerResponse) => {
    setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end("<p id=p>slow</p>"), 1_200);
  },
};

/** When the page that loads has been seen. */
const loaded = Promise.withResolvers<void>();

const { site, open, play, textsAfter, errorOf } = await openPages(
  {
    ...pages,
    "/loaded": (_: unknown, response) => void loaded.promise.then(() => response.end()),
    "/other": () => `<iframe src="http://localhost:${site.port}/inner"></iframe>`,
  },
  { asLocalhost: true },
);

const soon = { timeout: 1 };
const read = (selector = "#p", as?: string) => readText(selector, as);

describe("frames", () => {
  test("of the page and its frames the page comes first", async () => {
    expect(await textsAfter([open("/both"), see("inside"), read()])).toEqual({ text: "outside" });
  });

  test.each(["/deep", "/other", "/later"])(
    "a frame in a frame, of another site, or that comes later: %s",
    async (path) => {
      const steps = [open(path), fill("#i", "typed"), click("button"), read()];
      expect(await textsAfter(steps)).toEqual({ text: "typed" });
    },
  );

  test("a key goes to the field of a frame that has the focus", async () => {
    const steps = [open("/keys"), fill("#i", "hello"), press("Enter"), see("sent"), read("#q")];
    expect(await textsAfter(steps)).toEqual({ text: "sent hello" });
  });

  test("a text is gone when it is gone from every frame", async () => {
    const gone: WrittenStep = { type: "WAIT_FOR_TEXT_GONE", text: "Loading" };
    const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "seen" };
    const awaitValue = async () => loaded.resolve();
    const steps = [open("/passing"), see("Loading"), wait, gone, read()];
    expect(await textsAfter(steps, { awaitValue })).toEqual({ text: "Loaded" });
    expect(await errorOf([open("/both"), see("inside"), { ...gone, text: "inside", ...soon }])).toBe(
      'the page and its frame still showed the text "inside"',
    );
  });

  test("elements in a hidden frame do not count, and the failure says where the step looked", async () => {
    expect(await errorOf([open("/hidden"), { ...click("#p"), ...soon }])).toMatch(
      /^looked for "#p" in the page and its 2 frames; \d matched it, but none was visible; the page's title was "Outer"$/,
    );
    expect(await errorOf([open("/both"), { ...click("#none"), ...soon }])).toBe(
      'looked for "#none" in the page and its frame; no element matched it',
    );
    expect(await errorOf([open("/hidden"), { ...see("inside"), ...soon }])).toContain(
      'the page and its 2 frames did not show the text "inside"',
    );
  });
});

test.each(["/plain", "/encrypted", "/redirected"])(
  "a step that finds nothing names the host of a frame that was refused (%s)",
  async (path) => {
    expect(await errorOf([open(path), { ...click("#card"), ...soon }])).toBe(
      `looked for "#card" in the page and its frame; no element matched it; the frame of ${refused.host} was not loaded: ` +
        "the address is on a network that Gatepost blocks",
    );
  },
);

describe("pop-ups", () => {
  test("a click waits for the window that it opens, however slowly its page comes", async () => {
    expect(await textsAfter([open("/links"), click("#blank"), read()])).toEqual({ text: "slow" });
  });

  test("a window that comes later is the page from then on", async () => {
    const url: WrittenStep = { type: "WAIT_FOR_URL", pattern: "*/inner" };
    expect(await textsAfter([open("/links"), click("#soon"), url, read()])).toEqual({ text: "inside" });
  });

  test("a pop-up of a pop-up, and back one by one, also where it takes a moment to close", async () => {
    const steps = [open("/links"), click("#two"), read("#p", "a"), click("#next"), read("#p", "b"), click("#end")];
    const gone: WrittenStep = { type: "WAIT_FOR_TEXT_GONE", text: "second" };
    expect(await textsAfter([...steps, gone, read("#p", "c")])).toEqual({ a: "first", b: "second", c: "first" });
  });

  test("a secret that was typed into a pop-up or a frame is no trouble for pictures after that is gone", async () => {
    const secret = { values: { code: "K7Q-4Z9" }, late: ["code"] };
    const type = (selector: string): WrittenStep => ({ type: "FILL_INPUT", selector, value: { variable: "code" } });
    const popUp = [open("/links"), click("#form"), type("#name"), picture, click("#approve"), see("opener")];
    await using inPopUp = await play([...popUp, picture], secret);
    expect(inPopUp.screenshots).toHaveLength(2);
    const frame = [open("/leaves"), type("#i"), picture, click("#leave"), see("left")];
    await using inFrame = await play([...frame, picture], secret);
    expect(inFrame.screenshots).toHaveLength(2);
  });

  test("a failure says that it is in the pop-up; its picture and its snapshot are the pop-up's", async () => {
    const popUp = [open("/links"), click("#form")];
    // The title follows, if the page says it within a second.
    expect(await errorOf([...popUp, { ...click("#none"), ...soon }])).toContain(
      'looked for "#none" in the pop-up; no element matched it',
    );
    await using played = await play([...popUp, snapshot("h1"), picture]);
    expect(played.htmls.map((html) => Buffer.from(html, "base64").toString())).toEqual(["<h1>The terms</h1>"]);
    expect(played.screenshots).toHaveLength(1);
  });
});
