import { afterAll, beforeAll, expect, test } from "vitest";
import { inSessionAt, openTestBrowser, openTestSite } from "../testing/test-browser.ts";

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
const busyPage = `<link rel="icon" href="data:,"><input id="a" autofocus>
  <script>
    const events = [];
    for (const name of ["visibilitychange", "freeze", "resume"])
      document.addEventListener(name, () => events.push(name + " " + document.visibilityState));
    let fired = false;
  </script>`;
let site: Awaited<ReturnType<typeof openTestSite>>;
let browser: Awaited<ReturnType<typeof openTestBrowser>>;

beforeAll(async () => {
  site = await openTestSite({ "/": page, "/busy": busyPage, "/pop-up": "<script>opener.popUpOpen = true</script>" });
  browser = await openTestBrowser(site.host, { freezeAfterMs: 50 });
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

test("a page whose task waits frees memory, and notices nothing else but the size of its window", async () => {
  await inSessionAt(browser.browser, site.url(), async (page, { atRest }) => {
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
      await atRest.begin(new AbortController().signal, { keepsAlive: true });
      expect(await page.evaluate("left.deref() === undefined")).toBe(true);
      await draws();
      // The page learns of it a moment later.
      await expect.poll(async () => (await outer())[1]).toBeLessThan(100);
      expect(await seen()).toEqual(before);
      expect(picture.equals(await page.screenshot())).toBe(true);
      await atRest.end();
      await expect.poll(outer).toEqual(size);
      await draws();
      expect(await seen()).toEqual(before);
      expect(picture.equals(await page.screenshot())).toBe(true);
    }
  });
});

test("the window of a task that goes on is as large as before, whenever the value comes", async () => {
  await inSessionAt(browser.browser, site.url(), async (page, { atRest }) => {
    const control = await page.context().newCDPSession(page);
    const sizeOf = async () => {
      const { width, height } = (await control.send("Browser.getWindowForTarget")).bounds;
      return [width, height];
    };
    const size = await sizeOf();
    const freeing = atRest.begin(new AbortController().signal);
    await atRest.end();
    await freeing;
    expect(await sizeOf()).toEqual(size);
    const wait = new AbortController();
    const late = atRest.begin(wait.signal);
    wait.abort();
    await late;
    expect(await sizeOf()).toEqual(size);
  });
});

const over = () => new AbortController().signal;

test("after a minute the pages are frozen, pop-ups too: no timer fires until they go on, visible and focused as before", async () => {
  await inSessionAt(browser.browser, site.url("/busy"), async (page, { atRest }) => {
    const look = () => page.evaluate("[document.visibilityState, document.hasFocus(), innerWidth, outerWidth]");
    const [popUp] = await Promise.all([page.waitForEvent("popup"), page.evaluate("void open('/pop-up', '', 'popup')")]);
    await expect.poll(() => page.evaluate("window.popUpOpen")).toBe(true);
    const before = await look();
    for (let wait = 0; wait < 2; wait++) {
      await page.evaluate("events.length = 0; fired = false");
      await popUp.evaluate("window.fired = false");
      await atRest.begin(over());
      await expect.poll(() => atRest.isFrozen).toBe(true);
      expect(await page.evaluate("events")).toEqual(["visibilitychange hidden", "freeze hidden"]);
      for (const one of [page, popUp]) await one.evaluate("void setTimeout(() => { fired = true }, 0)");
      // A timer of a page that goes on fires between two of these.
      for (let look = 0; look < 20; look++) expect(await page.evaluate("fired")).toBe(false);
      expect(await popUp.evaluate("window.fired")).toBe(false);
      await atRest.end();
      for (const one of [page, popUp]) await expect.poll(() => one.evaluate("fired")).toBe(true);
      await expect.poll(look).toEqual(before);
      expect(await page.evaluate("events.slice(2)")).toEqual(["resume hidden", "visibilitychange visible"]);
      await page.fill("#a", `typed ${wait}`);
      expect(await page.inputValue("#a")).toBe(`typed ${wait}`);
    }
  });
});

test("pages go on while somebody watches, and are frozen again afterwards", async () => {
  await inSessionAt(browser.browser, site.url("/busy"), async (page, { atRest }) => {
    const wait = new AbortController();
    await atRest.begin(wait.signal);
    await expect.poll(() => atRest.isFrozen).toBe(true);
    const done = await atRest.whileWatched();
    expect(atRest.isFrozen).toBe(false);
    done();
    await expect.poll(() => atRest.isFrozen).toBe(true);
    await atRest.interrupt();
    expect(await page.evaluate("events.filter((event) => event.startsWith('resume')).length")).toBe(2);
    await expect.poll(() => atRest.isFrozen).toBe(true);
    wait.abort();
    await atRest.end();
    expect(atRest.isFrozen).toBe(false);
  });
});

test("a page that is frozen can be closed", async () => {
  const session = await browser.browser.openSession();
  await session.page.goto(site.url("/busy"));
  await session.atRest.begin(over());
  await expect.poll(() => session.atRest.isFrozen).toBe(true);
  await session.close();
});
