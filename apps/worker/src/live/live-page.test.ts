import { expect, test, vi } from "vitest";
import type { BrowserSession } from "../browser/browser-session.ts";
import { Results } from "../steps/results.ts";
import { inSessionAt, secretsOf } from "../testing/test-browser.ts";
import { openPages } from "../testing/test-pages.ts";
import { newLivePage, watchLive } from "../testing/test-watcher.ts";
import { Handover } from "./handover.ts";

const { site, browser } = await openPages({ "/": `<input id="field"><p id="text"></p>` });

const noFiles = { names: () => [], results: new Results() };
/** Somebody who sees a page. */
async function watched(session: BrowserSession, secrets = secretsOf()) {
  const live = newLivePage();
  live.use({ session, secrets, files: noFiles });
  const { seen } = watchLive(live);
  await untilFrames(seen, 1);
  return { live, seen, [Symbol.dispose]: () => live.close("over") };
}
const untilFrames = (seen: { frames: number }, n: number) =>
  vi.waitFor(() => expect(seen.frames).toBeGreaterThanOrEqual(n), { timeout: 60_000 });

test("nothing is seen of a value that must not be, while it is typed; then the page is seen again", async () => {
  await inSessionAt(browser.browser, site.url(), async (page, session) => {
    const secrets = secretsOf();
    using watching = await watched(session, secrets);
    const { live, seen } = watching;
    const type = (text: string) => page.locator("#field").pressSequentially(text, { delay: 50 });
    await type("typed and seen");
    await untilFrames(seen, 3);
    secrets.texts.add("349001827364");
    let before = 0;
    await live.whileHidden(async () => {
      before = seen.frames;
      await type("349001827364");
      expect(seen.frames).toBe(before);
    });
    expect(await page.locator("#field").getAttribute("data-gatepost-covered")).toBe("");
    await untilFrames(seen, before + 1);
  });
});

test("who leaves and comes back while the page is first shown sees it once, and whoever comes later is told why not", async () => {
  await inSessionAt(browser.browser, site.url(), async (page, session) => {
    const live = newLivePage();
    live.use({ session, secrets: secretsOf(), files: noFiles });
    const made = vi.spyOn(session.context, "newCDPSession");
    for (let times = 0; times < 5; times++) {
      const { watching } = watchLive(live);
      if (typeof watching === "object") watching.leave();
    }
    const { seen } = watchLive(live);
    await untilFrames(seen, 1);
    const sessions = await Promise.all(made.mock.results.map(({ value }) => value));
    const alive = await Promise.allSettled(sessions.map((one) => one.send("Page.getNavigationHistory")));
    expect(alive.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await page.locator("#text").evaluate((element) => element.append("changed"));
    await untilFrames(seen, 2);
    live.close("moved");
    expect(seen.ends).toEqual(["moved"]);
    expect(watchLive(live).watching).toBe("moved");
  });
});

test("what a page shows last is seen, however fast it changed before", async () => {
  await inSessionAt(browser.browser, site.url(), async (page, session) => {
    const text = page.locator("#text");
    await text.evaluate((element) => element.append("9"));
    using watching = await watched(session);
    const { seen } = watching;
    const expected = seen.last;
    for (let times = 0; times < 3; times++) {
      await text.evaluate(async (element) => {
        for (let n = 0; n < 10; n++) {
          element.textContent = String(n);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      });
      await vi.waitFor(() => expect(seen.last.equals(expected)).toBe(true), { timeout: 5_000 });
    }
  });
});

test("a page that is drawn anew all the time is shown only so often, also where it always looks the same", async () => {
  await inSessionAt(browser.browser, site.url(), async (page, session) => {
    using watching = await watched(session);
    const { seen } = watching;
    const drawnMs = await page.evaluate(async () => {
      const box = document.body.appendChild(document.createElement("div"));
      box.style.cssText = "position: fixed; top: 300px; width: 100px; height: 100px; background: white";
      const began = performance.now();
      for (let n = 0; n < 120; n++) {
        box.style.left = `${n}px`;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return performance.now() - began;
    });
    expect(seen.frames).toBeLessThan(drawnMs / 100);
  });
});

test("a page that waits with the cursor in a field sends no frames", async () => {
  await inSessionAt(browser.browser, site.url(), async (page, session) => {
    await page.locator("#field").focus();
    using watching = await watched(session);
    const { seen } = watching;
    // Six times as long as a cursor is seen.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
    expect(seen.frames).toBeLessThan(4);
  });
});

test("who may see the page no more has it no more, and who was only cut off keeps it", async () => {
  const handover = new Handover({ taskId: 1, taken: async () => {}, back: async () => {} });
  const live = newLivePage(handover);
  void handover.whileFree(new AbortController().signal, () => new Promise(() => {}));
  const { watching } = watchLive(live);
  if (typeof watching !== "object") throw new Error(watching);
  watching.receive({ type: "take" });
  await vi.waitFor(() => expect(handover.person).toBeDefined());
  watching.leave();
  expect(handover.person).toBeDefined();
  watching.leave(true);
  expect(handover.person).toBeUndefined();
});

test("one link takes only some of the places of a live page", () => {
  const live = newLivePage();
  const by = (holder: string, n: number) => Array.from({ length: n }, () => watchLive(live, { holder }).watching);
  expect(by("link 1", 6).filter((one) => one === "full")).toHaveLength(1);
  expect(by("user 2", 1)).not.toContain("full");
  const [own] = by("link 3", 1);
  if (typeof own === "object") own.leave();
  expect([4, 5, 6].flatMap((link) => by(`link ${link}`, 5)).filter((one) => one === "full")).toHaveLength(1);
});
