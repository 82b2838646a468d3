import type { LiveInput } from "@gatepost/contract/live-input";
import { expect, test } from "vitest";
import { inSessionAt } from "../testing/test-browser.ts";
import { openPages } from "../testing/test-pages.ts";
import { PageInput } from "./input.ts";

const { site, browser } = await openPages({ "/": `<input id="from" value="of another task"><input id="to">` });

const [control, meta, shift] = [2, 4, 8];

function key(name: string, keyCode: number, modifiers = 0): LiveInput[] {
  const event = { type: "key", key: name, code: "", keyCode, location: 0, isRepeated: false, modifiers } as const;
  return [
    { ...event, kind: "down" },
    { ...event, kind: "up" },
  ];
}

test("a person types, and pastes nothing that another task has left in the browser's clipboard", async () => {
  await inSessionAt(browser.browser, site.url(), async (page, session) => {
    await page.locator("#from").focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+C");
    const input = new PageInput(await session.context.newCDPSession(page));
    const to = page.locator("#to");
    const { x, y, width, height } = (await to.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = { x: x + width / 2, y: y + height / 2, buttons: 0, count: 1, modifiers: 0 };
    const middle = { ...at, type: "mouse", button: "middle" } as const;
    await to.focus();
    const pasting: LiveInput[] = [
      ...[...key("v", 86, control), ...key("V", 86, control + shift), ...key("x", 86, control), ...key("v", 86, meta)],
      ...key("Insert", 45, shift),
      ...key("v", 0, control).map((one) => ({ ...one, code: "KeyV" }) as LiveInput),
      ...[{ ...middle, kind: "pressed" } as const, { ...middle, kind: "released" } as const],
    ];
    for (const one of [...pasting, ...key("a", 65), ...key("b", 66)]) input.send(one);
    await expect.poll(() => to.inputValue()).toBe("ab");
  });
});
