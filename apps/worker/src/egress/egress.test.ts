import { setTimeout as sleep } from "node:timers/promises";
import { isLong, size } from "@gatepost/domain/platform/test-size";
import type { Page } from "playwright";
import { afterAll, expect, test, vi } from "vitest";
import type { BrowserSession } from "../browser/browser-session.ts";
import { inSessionAt, openWindow, script, testEngine } from "../testing/test-browser.ts";
import { loopbackHosts, oddAddresses, openForbidden, resolveLoopback } from "../testing/test-loopback.ts";
import { openPages } from "../testing/test-pages.ts";

vi.setConfig({ testTimeout: isLong ? 1_800_000 : 120_000, hookTimeout: 60_000 });

const worker = `onmessage = async ({ data }) => {
  try {
    if (!data.startsWith("ws")) await fetch(data, { mode: "no-cors" });
    else await new Promise((resolve) => { const s = new WebSocket(data); s.onopen = s.onerror = resolve; });
  } catch {}
  postMessage("done");
}`;
const serviceWorker = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const target = new URL(event.request.url).searchParams.get("instead");
  if (target) event.respondWith(fetch(target, { mode: "no-cors" }).then(() => new Response("reached"), () => new Response("not reached")));
});`;

let turned = 0;
/** How often a page was asked for that leads to the closed address. */
let led = 0;

const forbidden = await openForbidden();
afterAll(() => forbidden.close());
const { site, browser } = await openPages(
  {
    "/": '<link rel="icon" href="data:,"><h1>home</h1>',
    "/worker.js": script(worker),
    "/sw.js": script(serviceWorker),
    "/elsewhere": ({ url = "" }, response) => {
      led += 1;
      const { searchParams } = new URL(url, "http://site");
      const by = searchParams.get("by") ?? "";
      const to = searchParams.get("to") ?? "/";
      if (Number(by)) return response.writeHead(Number(by), { location: to }).end();
      if (by === "header") response.setHeader("refresh", `0;url=${to}`);
      const pages: Record<string, string> = {
        meta: `<meta http-equiv="refresh" content="0;url=${to}">`,
        script: `<script>location = ${JSON.stringify(to)}</script>`,
        form: `<form method="post" action="${to}"></form><script>document.forms[0].submit()</script>`,
        base: `<base href="${to}"><img src="x"><script src="y"></script>`,
      };
      return pages[by] ?? "";
    },
  },
  {
    also: "127.0.0.2",
    async resolve(name, tenant) {
      if (name !== "turning.example") return resolveLoopback(name, tenant);
      turned += 1;
      return [{ address: turned === 1 ? "127.0.0.2" : "127.0.0.1", family: 4 }];
    },
  },
);

const inSession = <T>(work: (page: Page, session: BrowserSession) => Promise<T>) =>
  inSessionAt(browser.browser, site.url(), work);

/** Pages of the open site that lead to the closed address. */
function redirects(closed: string): string[] {
  const ways = ["301", "302", "303", "307", "308", "header", "meta", "script", "form", "base"];
  return ways.map((by) => site.url(`/elsewhere?by=${by}&to=${encodeURIComponent(closed)}`));
}

/**
 * Some of each kind in `npm test`; all of them in the long form. Both engines read addresses alike: the full browser, which has
 * services of its own besides, tries one of each.
 */
function addresses(): string[] {
  const { port } = forbidden;
  const hosts = loopbackHosts.map((host) => `http://${host}:${port}/`);
  const led = redirects(`http://127.0.0.1:${port}/`);
  const some = <T>(list: T[], short: number) => {
    const count = Math.min(list.length, size(testEngine === "full" ? 1 : short, list.length));
    return Array.from({ length: count }, (_, n) => list[Math.floor((n * list.length) / count)] as T);
  };
  return [...some(hosts, 4), ...some(oddAddresses(port), 2), ...some(led, 2)];
}

test("nothing of a page reaches a closed address of the loopback, in any form and by any way out (S9)", async () => {
  const all = addresses();
  const left = all.values();
  const began = performance.now();
  const parallel = [0, 1, 2, 3, 4].map(async () => {
    for (const address of left) await inSession(async (page) => tryAll(page, await openWindow(page), address));
  });
  await Promise.all(parallel);
  expect(led).toBeGreaterThan(0);
  expect(forbidden.contacted).toEqual([]);
  console.log(`${all.length} addresses by each way out in ${Math.round((performance.now() - began) / 1_000)} s`);
});

test("nor does a service worker that answers for its page, and the task's error says so (S9)", async () => {
  await inSession(async (page, { proxySession }) => {
    const closed = `https://127.0.0.1:${forbidden.port}/`;
    const instead = await page.evaluate(async (target) => {
      await navigator.serviceWorker.register("/sw.js");
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
        );
      return (await fetch(`/?instead=${encodeURIComponent(target)}`)).text();
    }, closed);
    expect(instead).toBe("not reached");
    expect(proxySession.connectFailureAt(closed)).toBe("refused");
  });
  expect(forbidden.contacted).toEqual([]);
});

test("nor a name whose address was an open one the first time (S9)", async () => {
  await inSession(async (page) => {
    const turning = `http://turning.example:${forbidden.port}/`;
    const ask = (address: string) => fetch(address, { mode: "no-cors" }).catch(() => {});
    await page.evaluate(ask, turning);
    expect(turned).toBeGreaterThan(0);
    for (let n = 0; n < 5; n++) await page.evaluate(ask, turning);
    expect(turned).toBeGreaterThan(1);
  });
  expect(forbidden.contacted.splice(0)).toEqual(["tcp ::ffff:127.0.0.2"]);
});

/** Navigation, subresource, frame, WebSocket, worker, pop-up and download, from a page of the open site. */
async function tryAll(page: Page, extra: Page, address: string): Promise<void> {
  await page.evaluate(tryEverything, address);
  // Not every address is one that can be gone to, and a page of it may never end to load.
  await extra.goto(address, { timeout: 5_000, waitUntil: "commit" }).catch(() => {});
  if (address.includes("/elsewhere?")) await sleep(300);
  await extra.goto(site.url(), { timeout: 5_000 }).catch(() => {});
  // The click may leave the page before the page has responded.
  await extra
    .evaluate((href) => Object.assign(document.createElement("a"), { href, download: "x" }).click(), address)
    .catch(() => {});
  await extra.evaluate((href) => Object.assign(document.createElement("a"), { href }).click(), address).catch(() => {});
  await sleep(100);
}

/** Inside the page: each way in which a page can make a connection, waited for until it has failed. */
async function tryEverything(address: string): Promise<void> {
  const ended = (target: EventTarget, ...events: string[]) =>
    Promise.race([
      ...events.map((event) => new Promise((resolve) => target.addEventListener(event, resolve, { once: true }))),
      new Promise((resolve) => setTimeout(resolve, 700)),
    ]);
  const place =
    <K extends keyof HTMLElementTagNameMap>(tag: K, properties: object) =>
    async () => {
      const element = Object.assign(document.createElement(tag), properties);
      document.body.append(element);
      await ended(element, "load", "error");
    };
  const socketAddress = (scheme: string) => address.trim().replace(/^https?:/i, `${scheme}:`);
  const secure = address.trim().replace(/^http:/i, "https:");
  const fromWorker = (target: string) => async () => {
    const helper = new Worker("/worker.js");
    helper.postMessage(target);
    await ended(helper, "message", "error");
  };
  const peer = async () => {
    const { host } = new URL(address);
    const iceServers = [
      { urls: `stun:${host}` },
      { urls: `turn:${host}?transport=udp`, username: "u", credential: "p" },
      { urls: `turn:${host}?transport=tcp`, username: "u", credential: "p" },
    ];
    const connection = new RTCPeerConnection({ iceServers });
    connection.createDataChannel("x");
    await connection.setLocalDescription();
    await new Promise((resolve) => setTimeout(resolve, 700));
    connection.close();
  };
  const transport = async () => {
    const session = new WebTransport(secure);
    await Promise.race([
      Promise.allSettled([session.ready, session.closed]),
      new Promise((resolve) => setTimeout(resolve, 700)),
    ]);
  };
  const ways: (() => Promise<unknown>)[] = [
    async () => navigator.sendBeacon(address, "x"),
    () => fetch(address, { mode: "no-cors", signal: AbortSignal.timeout(2_000) }),
    () => fetch(secure, { mode: "no-cors", signal: AbortSignal.timeout(2_000) }),
    place("img", { src: address }),
    place("script", { src: address }),
    place("iframe", { src: address }),
    place("object", { data: address }),
    place("embed", { src: address }),
    place("link", { rel: "stylesheet", href: address }),
    place("link", { rel: "preconnect", href: address }),
    place("link", { rel: "dns-prefetch", href: address }),
    place("link", { rel: "prefetch", href: address }),
    place("video", { src: address }),
    async () => ended(new WebSocket(socketAddress("ws")), "error", "open"),
    async () => ended(new WebSocket(socketAddress("wss")), "error", "open"),
    async () => ended(new EventSource(address), "error", "open"),
    fromWorker(address),
    fromWorker(socketAddress("ws")),
    peer,
    transport,
  ];
  let popup: Window | null = null;
  try {
    popup = open(address);
  } catch {
    // Not every address is one that a window opens.
  }
  await Promise.allSettled(ways.map((way) => way()));
  popup?.close();
}
