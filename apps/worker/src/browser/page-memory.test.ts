import { expect, test } from "vitest";
import { inSessionAt } from "../testing/test-browser.ts";
import { openPages } from "../testing/test-pages.ts";

const page = `<link rel="icon" href="data:,">
  <style>body { margin: 0; height: 3000px } #corner { position: fixed; right: 0; bottom: 0; width: 50px; height: 50px; background: blue }</style>
  <h1>Enter the code</h1><div id="corner"></div>
  <script>
    const events = [];
    for (const target of [window, visualViewport]) target.addEventListener("resize", () => events.push("resize"));
    for (const name of ["blur", "focus"]) addEventListener(name, () => events.push(name));
    document.addEventListener("visibilitychange", () => events.push(document.visibilityState));
    matchMedia("(min-width: 600px)").addEventListener("change", () => events.push("media query"));
    new ResizeObserver(([{ contentRect }]) => events.push("width " + contentRect.width)).observe(document.documentElement);
    new IntersectionObserver(([{ isIntersecting }]) => events.push("corner " + isIntersecting)).observe(corner);
    let frames = 0;
    requestAnimationFrame(function draw() { frames += 1; requestAnimationFrame(draw) });
  </script>`;

const { site, browser } = await openPages({ "/": page });

test("a page whose task waits frees memory, and notices nothing else but the size of its window", async () => {
  await inSessionAt(browser.browser, site.url(), async (page, { pageMemory }) => {
    const outer = () => page.evaluate<number[]>("[outerWidth, outerHeight]");
    const seen = () => page.evaluate("[innerWidth, innerHeight, screen.width, document.hasFocus(), events]");
    const draws = async () => {
      const before = await page.evaluate<number>("frames");
      await expect.poll(() => page.evaluate("frames")).toBeGreaterThan(before);
    };
    await page.evaluate(() => Object.assign(window, { left: new WeakRef({}) }));
    await expect.poll(() => page.evaluate("events.length")).toBe(2);
    const [size, before, picture] = [await outer(), await seen(), await page.screenshot()];
    for (let wait = 0; wait < 2; wait++) {
      await pageMemory.free(new AbortController().signal);
      expect(await page.evaluate("left.deref() === undefined")).toBe(true);
      await draws();
      // The page learns of it a moment later.
      await expect.poll(async () => (await outer())[1]).toBeLessThan(100);
      expect(await seen()).toEqual(before);
      expect(picture.equals(await page.screenshot())).toBe(true);
      await pageMemory.restore();
      await expect.poll(outer).toEqual(size);
      await draws();
      expect(await seen()).toEqual(before);
      expect(picture.equals(await page.screenshot())).toBe(true);
    }
  });
});

test("the window of a task that goes on is as large as before, whenever the value comes", async () => {
  await inSessionAt(browser.browser, site.url(), async (page, { pageMemory }) => {
    const control = await page.context().newCDPSession(page);
    const sizeOf = async () => {
      const { width, height } = (await control.send("Browser.getWindowForTarget")).bounds;
      return [width, height];
    };
    const size = await sizeOf();
    const freeing = pageMemory.free(new AbortController().signal);
    await pageMemory.restore();
    await freeing;
    expect(await sizeOf()).toEqual(size);
    const wait = new AbortController();
    const late = pageMemory.free(wait.signal);
    wait.abort();
    await late;
    expect(await sizeOf()).toEqual(size);
  });
});
