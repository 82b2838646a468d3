import { createHash } from "node:crypto";
import type { WrittenStep } from "@gatepost/contract/steps";
import { describe, expect, test } from "vitest";
import type { Play } from "../testing/test-browser.ts";
import { click, openDemoSite, readText } from "../testing/test-pages.ts";

const { site, open, textsAfter, errorOf } = await openDemoSite();
/** For steps that fail. */
const soon = { timeout: 3 };

describe("SELECT_OPTION", () => {
  const select = (value: string, selector = "#country"): WrittenStep => ({
    type: "SELECT_OPTION",
    selector,
    value,
    ...soon,
  });

  const late: WrittenStep = { type: "SELECT_OPTION", selector: "#country", value: { variable: "where" }, ...soon };
  const options = 'it has "Choose…", "Portugal", "Norway", "Japan"';
  test.concurrent.each<[string, WrittenStep]>([
    [`"#country" has no option for "Spain"; ${options}`, select("Spain")],
    [`"#country" has no option for what the variable where holds; ${options}`, late],
    ['"#terms" is not a select; if it opens a list, CLICK it, then the option', select("x", "#terms")],
  ])("names the existing options, or an element that is not a select, and never a value: %s", async (message, step) => {
    expect(await errorOf([open("/order"), step], { values: { where: "canary" } })).toBe(message);
  });
});

describe("SET_CHECKBOX", () => {
  const set = (selector: string, checked: boolean): WrittenStep => ({
    type: "SET_CHECKBOX",
    selector,
    checked,
    ...soon,
  });

  test("makes boxes and radio buttons as they should be, whatever they were", async () => {
    const country: WrittenStep = { type: "SELECT_OPTION", selector: "#country", value: "jp" };
    const boxes = [set("#terms", true), set("#terms", true), set("#news", false), set("#courier", true)];
    await textsAfter([open("/order"), country, ...boxes, click("#place"), readText("#total")]);
    expect(site.submissions("/order").at(-1)?.fields).toEqual({ country: "jp", delivery: "courier", terms: "yes" });
  });

  test("takes true and false of a variable, and says that anything else is neither", async () => {
    const step: WrittenStep = { type: "SET_CHECKBOX", selector: "#terms", checked: { variable: "agreed" }, ...soon };
    for (const agreed of [true, "false"]) await textsAfter([open("/order"), step], { values: { agreed } });
    expect(await errorOf([open("/order"), step], { values: { agreed: "canary" } })).toBe(
      "what the variable agreed holds must be true or false, and is neither",
    );
  });

  test.concurrent.each([
    ["#country", true, '"#country" is neither a checkbox nor a radio button'],
    ["#post", false, '"#post" is a radio button, which is only unchecked by checking another one'],
  ])("says why %s cannot become %s", async (selector, checked, message) => {
    expect(await errorOf([open("/order"), set(selector, checked)])).toBe(message);
  });
});

describe("UPLOAD_FILE", () => {
  const bytes = Buffer.from([0, 1, 2, 250, 251, 252, 13, 10]);
  const upload = (name: string, content: string, selector = "#document"): WrittenStep => ({
    type: "UPLOAD_FILE",
    selector,
    name,
    content,
    ...soon,
  });

  const uploaded = (step: WrittenStep, options?: Play) => {
    const read = ["name", "size", "sha256"].map((name) => readText(`#received-${name}`, name));
    return textsAfter([open("/upload"), step, click("#send"), ...read], options);
  };
  const received = (name: string, content: Buffer) => {
    return { name, size: `${content.length}`, sha256: createHash("sha256").update(content).digest("hex") };
  };

  test("uploads every byte, under the file's bare name, and an empty file", async () => {
    const step = upload("/documents/of ada/résumé 1.bin", bytes.toString("base64"));
    expect(await uploaded(step)).toEqual(received("résumé 1.bin", bytes));
    expect(await uploaded(upload("empty", ""))).toMatchObject({ size: "0" });
  });

  test("uploads the file that a variable holds", async () => {
    const step: WrittenStep = { type: "UPLOAD_FILE", selector: "#document", file: { variable: "letter" } };
    const large = Buffer.alloc(2_300_000, "0123456789abcdef\x00\xff");
    const letter = { name: "../letter.pdf", type: "application/pdf", base64: large.toString("base64") };
    expect(await uploaded(step, { values: { letter }, late: ["letter"] })).toEqual(received("letter.pdf", large));
    for (const value of ["canary", { name: "a", type: "b" }, { name: "a", type: "b", base64: "canary!" }, null])
      expect(await errorOf([open("/upload"), step], { values: { letter: value } })).toBe(
        "what the variable letter holds must be {name, type, base64}, and is not",
      );
  });

  const content = { ...upload("a", ""), content: { variable: "file" } } as WrittenStep;
  test.concurrent.each<[string, WrittenStep]>([
    ["what the variable file holds must be base64, and is not", content],
    ['"#send" is not a file field', upload("a", "", "#send")],
    ['"h1" is not a file field, and a click on it opened no file chooser', upload("a", "", "h1")],
    [
      'looked for "#none"; no element matched it; the page\'s title was "Upload · Gatepost demo site"',
      upload("a", "", "#none"),
    ],
  ])("reports what cannot be uploaded: %s", async (message, step) => {
    expect(await errorOf([open("/upload"), step], { values: { file: "canary!" } })).toBe(message);
  });
});
