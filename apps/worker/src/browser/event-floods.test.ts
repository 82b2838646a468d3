import type { WrittenStep } from "@gatepost/contract/steps";
import { isLong } from "@gatepost/domain/platform/test-size";
import { expect, test, vi } from "vitest";
import { WebSocketServer } from "ws";
import { inSessionAt } from "../testing/test-browser.ts";
import { openPages, see } from "../testing/test-pages.ts";

const script = (text: string) => `<p id=p>here</p><script>${text}</script>`;
const often = (text: string, ms = 1) => script(`let i = 0; setInterval(() => { ${text} }, ${ms})`);

const floods: Record<string, string> = {
  "logs lines without end": often("for (let n = 0; n < 1000; n++) console.log(n)"),
};
/** Each of these takes both processors for up to a minute, and two need hundreds of megabytes in the browser. */
const others: Record<string, string> = {
  // hostile.test.ts has one that opens dialogs in the short form too.
  "opens dialogs without end": script("setTimeout(() => { for (;;) alert() }, 50)"),
  "logs strings of 4 MB": often("for (let n = 0; n < 10; n++) console.log(i++ + 'x'.repeat(4e6))"),
  "posts bodies of 4 MB": often("fetch('/sink', { method: 'POST', body: 'x'.repeat(4e6) }).catch(() => {})", 10),
  "throws errors of 1 MB": often(
    "for (let n = 0; n < 20; n++) setTimeout(() => { throw Error(i++ + 'x'.repeat(1e6)) })",
  ),
  "requests data URLs of 20 MB": often("fetch('data:text/plain,' + 'x'.repeat(2e7)).catch(() => {})", 20),
  "gets WebSocket frames of 1 MB": script("new WebSocket('/frames')"),
  "logs lines in many workers": script(
    "const code = 'setInterval(() => { for (let n = 0; n < 100; n++) console.log(n) }, 1)';" +
      "for (let n = 0; n < 20; n++) new Worker(URL.createObjectURL(new Blob([code])))",
  ),
  "logs strings that are too long for Node": often("console.log('\\u0001'.repeat(9.2e7))", 1_000),
  "logs strings of 32 MB": often("console.log(i++ + 'x'.repeat(3.2e7))", 100),
};
const hostile = { ...floods, ...(isLong ? others : {}) };
const pathOf = (what: string) => `/${what.replaceAll(" ", "-")}`;

const { site, browser, open, play } = await openPages({
  ...Object.fromEntries(Object.entries(hostile).map(([what, page]) => [pathOf(what), page])),
  "/good": "<p id=p>good</p>",
  "/at-once": `${script("for (let n = 0; n < 30_000; n++) console.log(n)")}<script src="/never"></script>`,
  "/never": () => {},
  "/sink": (request, response) => request.resume().on("end", () => response.end("<p>received</p>")),
  "/form":
    "<form method=post action=/sink enctype=text/plain><textarea name=t hidden></textarea><button>Send</button></form>" +
    "<script>document.querySelector('textarea').value = 'x'.repeat(6 * 2 ** 20)</script>",
});

new WebSocketServer({ server: site.server, path: "/frames" }).on("connection", (socket) => {
  const go = (error?: Error) => error ?? socket.send(Buffer.alloc(2 ** 20), go);
  go();
});

test.each(Object.keys(hostile))("S10: a page that %s ends its task, and its neighbour goes on", async (what) => {
  await inSessionAt(browser.browser, site.url("/good"), async (neighbour, { windows }) => {
    const ended = play([open(pathOf(what)), see("nothing", 120)]).then(
      () => undefined,
      (error) => String(error),
    );
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    let longest = 0;
    let count = 0;
    for (; !isOver; count += 1) {
      const began = performance.now();
      expect(await neighbour.textContent("#p")).toBe("good");
      longest = Math.max(longest, performance.now() - began);
    }
    expect(await ended).toContain("the page flooded the browser with events");
    expect(count).toBeGreaterThan(0);
    expect(windows.flooded).toBeUndefined();
    expect(browser.browser.gone.aborted).toBe(false);
    console.log(`${what}: ${count} steps of the neighbour, the longest ${longest.toFixed()} ms`);
  });
});

test("so does one that never finishes to load", async () => {
  await expect(play([open("/at-once")])).rejects.toThrow("the page flooded the browser with events");
});

test("a session whose pages are being closed because of a flood is closed when they are", async () => {
  await inSessionAt(browser.browser, site.url("/logs-lines-without-end"), async (_, { context, windows, close }) => {
    let isClosed = false;
    context.on("close", () => {
      isClosed = true;
    });
    await vi.waitUntil(() => windows.flooded, { timeout: 60_000, interval: 1 });
    await close();
    expect(isClosed).toBe(true);
  });
});

test("a form of which Chromium reports more than Playwright gets is sent, and the task goes on", async () => {
  const send: WrittenStep = { type: "CLICK", selector: "button", timeout: 60 };
  await using played = await play([open("/form"), send, see("received", 30)]);
  expect(played.session.windows.flooded).toBeUndefined();
});
