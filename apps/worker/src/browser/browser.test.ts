import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Page } from "playwright";
import { expect, test, vi } from "vitest";
import { WebSocketServer } from "ws";
import { inSessionAt, openTestBrowser, type Page as SitePage, testEngine } from "../testing/test-browser.ts";
import { openPages } from "../testing/test-pages.ts";
import { processes, readIfThere as read } from "../testing/test-process.ts";
import { listen } from "../testing/test-proxy.ts";
import type { BrowserSession } from "./browser-session.ts";

const worker = `onmessage = async ({ data }) => {
  if (data.startsWith("ws:")) { const s = new WebSocket(data); s.onopen = s.onerror = () => postMessage("done"); }
  else postMessage(await fetch(data, { mode: "no-cors" }).then((r) => r.text(), String));
}`;
const asked: string[] = [];

const script =
  (text: string): SitePage =>
  (request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=60" }).end(text);
  };
const { site, browser } = await openPages({
  "/": '<link rel="icon" href="data:,"><h1>home</h1>',
  "/scripted": '<link rel="icon" href="data:,"><script src="/worker.js"></script>',
  "/worker.js": script(worker),
  "/links": `<a href="mailto:a@b.example" onclick="last = 'mailto'">mail</a> <a href="bankid:///x" onclick="last = 'bankid'">app</a>
    <button onclick="document.title = last + ' clicked'">Go on</button>`,
  "/needs-proxy": '<img src="/proxy">',
  "/proxy": (_, response) => void response.writeHead(407, { "proxy-authenticate": 'Basic realm="site"' }).end(),
});

new WebSocketServer({ server: site.server }).on("connection", (socket) => socket.send("hi"));
const inSession = <T>(work: (page: Page, session: BrowserSession) => Promise<T>) =>
  inSessionAt(browser.browser, site.url(), work);

/** Inside the page: what a worker gets for an address. */
function askWorker(address: string): Promise<string> {
  return new Promise((resolve) => {
    const helper = new Worker("/worker.js");
    helper.onmessage = ({ data }) => resolve(data);
    helper.postMessage(address);
  });
}

test("what the operator opened is reached by navigation, WebSocket and worker, and the cache works", async () => {
  await inSession(async (page) => {
    const greeting = await page.evaluate(
      (address) =>
        new Promise((resolve) =>
          Object.assign(new WebSocket(address), { onmessage: (e: MessageEvent) => resolve(e.data) }),
        ),
      `ws://${site.host}/`,
    );
    expect(greeting).toBe("hi");
    expect(await page.evaluate(askWorker, site.url("/"))).toContain("home");
    asked.length = 0;
    await page.goto(site.url("/scripted"));
    await page.goto(site.url("/"));
    await page.goto(site.url("/scripted"));
    expect(asked.length).toBeLessThanOrEqual(1);
  });
});

test("pop-ups beyond a few are closed", async () => {
  await inSession(async (page, { context }) => {
    await page.evaluate(() => {
      for (let n = 0; n < 20; n++) open("/", "_blank", "noopener");
    });
    await vi.waitFor(() => expect(context.pages().length).toBeLessThanOrEqual(5), { timeout: 60_000 });
    expect(await page.title()).toBe("");
  });
});

test("a session has one renderer, and none in advance, and its window brings no pages of the browser's own", async () => {
  await inSession(async (_, { context }) => {
    const session = await context.browser()?.newBrowserCDPSession();
    // Every kind of target: without a filter the browser's own are left out.
    const { targetInfos = [] } = (await session?.send("Target.getTargets", { filter: [{}] })) ?? {};
    expect(new Set(targetInfos.map(({ type }) => type))).toEqual(new Set(["tab", "page"]));
    const renderers = async () => {
      const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
      return processInfo.filter(({ type }) => type === "renderer").length;
    };
    // Those of the sessions before may still be ending.
    await expect.poll(renderers).toBe(1);
  });
});

test("what Playwright switches off stays off beside what we do", () => {
  const argument = "--disable-features=";
  const lists = read(`/proc/${browser.browser.processId}/cmdline`)
    .split("\0")
    .filter((text) => text.startsWith(argument))
    .map((text) => text.slice(argument.length).split(","));
  expect(lists).toHaveLength(2);
  expect(lists[1]).toEqual(expect.arrayContaining(lists[0] ?? []));
});

test("an address that another program would open starts none but ours, and the page goes on", async () => {
  const own = await openTestBrowser(site.host, { engine: "full" });
  const opened = join(own.folder, "opened");
  const settings = join(own.folder, "openers", "xdg-settings");
  writeFileSync(settings, read(settings).replace("\n", `\necho "$@" >> ${opened}\n`));
  await inSessionAt(own.browser, site.url("/links"), async (page) => {
    for (const scheme of ["mailto", "bankid"]) {
      await page.click(`a[href^=${scheme}]`);
      await expect.poll(() => read(opened), { timeout: 60_000 }).toContain(scheme);
      await page.click("button");
      await expect.poll(() => page.title()).toContain(`${scheme} clicked`);
    }
  });
  await own.close();
});

test("a site that asks for credentials in place of a proxy does not cut its task off", async () => {
  await inSessionAt(browser.browser, site.url("/needs-proxy"), async (page) => {
    await page.goto(site.url());
    expect(await page.textContent("h1")).toBe("home");
  });
});

test.each(["closed", "killed"])(
  "a browser that is %s leaves no file of its own, and is known to be gone",
  async (end) => {
    const parent = mkdtempSync(join(tmpdir(), "gp-test-"));
    vi.stubEnv("TMPDIR", parent);
    vi.stubEnv("GATEPOST_SECRET", "canary-of-the-environment-0123456789");
    const own = await openTestBrowser(site.host);
    vi.unstubAllEnvs();
    const session = await own.browser.openSession();
    await session.page.goto(site.url());
    const environments = processes()
      .map(({ pid }) => read(`/proc/${pid}/environ`))
      // Its own processes, beside those of other tests.
      .filter((text) => text.split("\0").includes(`HOME=${own.folder}`));
    expect(environments.length).toBeGreaterThan(0);
    expect(environments.filter((text) => text.includes("canary"))).toEqual([]);
    const gone = once(own.browser.gone, "abort");
    if (end === "closed") await own.browser.close();
    else own.browser.kill();
    await gone;
    await expect(session.page.title()).rejects.toThrow();
    // Beside the folder of all browsers, Playwright's folders; in it, the program and the settings that they share.
    await expect.poll(() => readdirSync(parent)).toEqual([basename(own.folder)]);
    const shared: string[] = [testEngine, "openers", "started", ".cache", ".config"];
    await expect.poll(() => readdirSync(own.folder).filter((name) => !shared.includes(name))).toEqual([]);
    await own.close();
    rmSync(parent, { recursive: true });
  },
);

test("a session that has authenticated to the proxy opens its first page with one request, and others with a challenge", async () => {
  const sent: string[] = [];
  const relays: Server[] = [];
  const relay = async (url: string) => {
    const server = createServer((client) => {
      const proxy = connect(Number(new URL(url).port), "127.0.0.1");
      client.on("data", (data) => sent.push(...String(data).split("\r\n"))).on("error", () => proxy.destroy());
      proxy.on("error", () => client.destroy());
      client.pipe(proxy).pipe(client);
    });
    relays.push(server);
    return `http://127.0.0.1:${await listen(server)}`;
  };
  const own = await openTestBrowser(site.host, { relay });
  const requestsOf = async (session: BrowserSession) => {
    sent.length = 0;
    await session.page.goto(site.url());
    expect(await session.page.evaluate("[history.length, document.referrer]")).toEqual([2, ""]);
    await session.close();
    return sent.filter((line) => line.startsWith("GET "));
  };
  const request = `GET ${site.url()} HTTP/1.1`;
  expect(await requestsOf(await own.browser.openSession())).toEqual([request, request]);
  const session = await own.browser.openSession();
  await session.authenticate();
  expect(await requestsOf(session)).toEqual([request]);
  await own.close();
  for (const server of relays) server.close();
});
