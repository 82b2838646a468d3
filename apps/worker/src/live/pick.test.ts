import { expect, test } from "vitest";
import { inSessionAt } from "../testing/test-browser.ts";
import { openPages } from "../testing/test-pages.ts";
import { elementAt, elementsOf } from "./pick.ts";

/** Elements of a page that somebody points at, and those that a selector matches. */

const at = (left: number, top: number) =>
  `style="position: fixed; left: ${left}px; top: ${top}px; width: 80px; height: 40px"`;

const { site, browser } = await openPages({
  "/": `<button ${at(0, 0)}><b>Send</b></button><button ${at(100, 0)}>Cancel</button>
    <p ${at(200, 0)}>Canary7391 was typed</p><i id="hidden" hidden></i>
    <iframe src="/inner" style="position: fixed; left: 300px; top: 100px; border: 5px solid; width: 300px; height: 200px"></iframe>`,
  // Which allows no scripts.
  "/inner": (_, response) => {
    const headers = { "content-type": "text/html", "content-security-policy": "script-src 'none'" };
    response.writeHead(200, headers).end(`<input aria-label="Card number" ${at(20, 20)}>`);
  },
});

test("an element is found where it is seen, in frames too, with selectors that find it again", async () => {
  await inSessionAt(browser.browser, site.url("/"), async (page) => {
    const pick = (x: number, y: number, texts = new Set<string>()) => elementAt(page, { x, y, picks: true }, { texts });
    expect(await pick(40, 20)).toEqual({
      box: { x: 0, y: 0, width: 80, height: 40 },
      selectors: ['role=button[name="Send"]'],
    });
    const field = await pick(340, 140);
    expect(field.box).toMatchObject({ x: 325, y: 125 });
    expect(field.selectors[0]).toBe('role=textbox[name="Card number"]');
    expect((await elementAt(page, { x: 40, y: 20, picks: false }, { texts: new Set() })).selectors).toEqual([]);
    const [shown] = (await pick(220, 40)).selectors;
    expect(shown).toContain("Canary7391");
    expect((await pick(220, 40, new Set(["Canary7391"]))).selectors).toEqual([]);
  });
});

test("what a selector matches is counted as a step would see it", async () => {
  await inSessionAt(browser.browser, site.url("/"), async (page) => {
    expect(await elementsOf(page, "button")).toMatchObject({ count: 2, boxes: [{ x: 0 }, { x: 100 }] });
    expect(await elementsOf(page, "input")).toMatchObject({ count: 1, boxes: [{ x: 325, y: 125 }] });
    for (const selector of ["#hidden", "button[", "text=", ":contains(x)"])
      expect(await elementsOf(page, selector)).toEqual({ count: 0, boxes: [] });
  });
});
