import { createHash } from "node:crypto";
import type { WrittenStep } from "@gatepost/contract/steps";
import { isLong, size } from "@gatepost/domain/platform/test-size";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { expect, test, vi } from "vitest";
import { inSessionAt } from "../testing/test-browser.ts";
import { openPages } from "../testing/test-pages.ts";

const script = (text: string) => `<p id=p>here</p><script>${text}</script>`;
const often = (text: string, ms = 1) => script(`let i = 0; setInterval(() => { ${text} }, ${ms})`);

const floods: Record<string, string> = {
  "logs lines without end": often("for (let n = 0; n < 1000; n++) console.log(n)"),
};
/** Of the requests of a page that is only busy. browser-messages.test.ts lets through what 3,000 cause at once. */
const requests = size(300, 3_000);
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
  "/sink": (request, response) => request.resume().on("end", () => response.end("<p>received</p>")),
  // In parts, because Chromium refuses a page more than some 2,000 requests at once.
  "/busy": `<p id=p></p><script type=module>
    let received = 0;
    for (let part = 0; part < ${requests / 300}; part++) {
      await Promise.all(Array.from({ length: 300 }, async (_, n) => {
        console.log("line", n, { n });
        await (await fetch("/good?" + part + "," + n)).text();
        received++;
      }));
    }
    p.textContent = received + " received";
  </script>`,
  "/fragments": often("for (let n = 0; n < 50; n++) location.hash = i++"),
  "/form":
    "<form method=post action=/sink enctype=text/plain><textarea name=t hidden></textarea><button>Send</button></form>" +
    "<script>document.querySelector('textarea').value = 'x'.repeat(6 * 2 ** 20)</script>",
});

site.server.on("upgrade", (request, socket) => {
  const accept = createHash("sha1").update(
    `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
  );
  socket.on("error", () => {});
  socket.write(
    `HTTP/1.1 101 OK\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept.digest("base64")}\r\n\r\n`,
  );
  const frame = Buffer.alloc(10 + 2 ** 20);
  frame.set([0x82, 127]);
  frame.writeBigUInt64BE(BigInt(2 ** 20), 2);
  const go = () => {
    while (!socket.destroyed && socket.write(frame));
  };
  socket.on("drain", go);
  go();
});
const waitFor = (text: string, timeout = 120): WrittenStep => ({ type: "WAIT_FOR_TEXT", text, timeout });

test.each(Object.keys(hostile))(
  "S10: a page that %s ends its task, and its neighbour goes on",
  {
    timeout: 180_000,
  },
  async (what) => {
    await inSessionAt(browser.browser, site.url("/good"), async (neighbour, { windows }) => {
      const ended = play([open(pathOf(what)), waitFor("nothing")]).then(
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
  },
);

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

test("S10: of a page that changes its fragment without end, Chromium takes 200 changes in ten seconds", {
  ...skippedIf(isLong ? undefined : "npm run soak -- hostile runs it"),
  timeout: 60_000,
}, async () => {
  await inSessionAt(browser.browser, site.url("/good"), async (neighbour) => {
    await inSessionAt(browser.browser, site.url("/fragments"), async (page, { windows }) => {
      let changes = 0;
      page.on("framenavigated", () => {
        changes += 1;
      });
      await expect.poll(() => changes, { timeout: 20_000 }).toBeGreaterThan(100);
      for (let n = 0; n < 500; n += 1) expect(await neighbour.textContent("#p")).toBe("good");
      expect(changes).toBeLessThan(1_000);
      expect(windows.flooded).toBeUndefined();
    });
  });
});

test(`a page that makes ${requests} requests and logs as many lines is not disturbed`, {
  timeout: 150_000,
}, async () => {
  let finished = 0;
  await inSessionAt(browser.browser, site.url("/good"), async (page, { context, windows }) => {
    context.on("requestfinished", () => {
      finished += 1;
    });
    await page.goto(site.url("/busy"));
    await page.getByText(`${requests} received`).waitFor({ timeout: 120_000 });
    await expect.poll(() => finished).toBeGreaterThanOrEqual(requests + 1);
    expect(windows.flooded).toBeUndefined();
  });
});

test("a form of which Chromium reports more than Playwright gets is sent, and the task goes on", {
  timeout: 150_000,
}, async () => {
  const steps: WrittenStep[] = [
    open("/form"),
    { type: "CLICK", selector: "button", timeout: 60 },
    waitFor("received", 30),
  ];
  await using played = await play(steps);
  expect(played.session.windows.flooded).toBeUndefined();
});
