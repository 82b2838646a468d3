import { pastes } from "@gatepost/contract/steps/forms";
import { isLong, size } from "@gatepost/domain/platform/test-size";
import type { Page } from "playwright";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWindow, script, testEngine } from "../testing/test-browser.ts";
import { click, openPages, press } from "../testing/test-pages.ts";
import type { BrowserSession } from "./browser-session.ts";

/** What two tasks in one browser have of each other. Chromium has one clipboard for all of its profiles. */

let first: BrowserSession;
let second: BrowserSession;
const asked: string[] = [];
const given: (string | undefined)[] = [];

const { site, browser, open, play } = await openPages({
  "/": '<link rel="icon" href="data:,"><p>home',
  "/copy": `<input id="secret" value="the other's secret">
    <button id="old" onclick="secret.select(); document.execCommand('copy'); document.title = 'copied'">copy</button>
    <button id="new" onclick="navigator.clipboard.writeText(secret.value).then(() => { document.title = 'copied' })">copy</button>`,
  "/paste": `<input id="field"><button id="steal" onclick="field.focus(); steal()">steal</button><script>
    const pasted = [];
    addEventListener("paste", (event) => pasted.push(event.clipboardData.getData("text")));
    const steal = async () => {
      const read = navigator.clipboard.read().then((items) => items[0].getType("text/plain")).then((blob) => blob.text());
      const ways = [read, navigator.clipboard.readText(), document.execCommand("paste") ? "pasted" : ""];
      const ends = await Promise.allSettled(ways);
      document.title = ends.map(({ value, reason }) => value ?? reason.name) + field.value;
    };
  </script>`,
  "/files": "<a href=/file>file</a>",
  "/file": (_, response) =>
    void response.writeHead(200, { "content-disposition": "attachment; filename=a.txt" }).end("text"),
  "/cached.js": ({ url = "" }, response) => {
    asked.push(url);
    response.writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=600" }).end("");
  },
  "/shared.js": script(
    "let shared = ''; onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => { port.postMessage(shared); shared += data } }",
  ),
  "/sw.js": script("addEventListener('fetch', () => {})"),
  "/basic": ({ headers }, response) => {
    given.push(headers.authorization);
    if (!headers.authorization) response.writeHead(401, { "www-authenticate": 'Basic realm="site"' });
    response.end(headers.authorization ? "known" : "unknown");
  },
});

beforeEach(async () => {
  first = await browser.browser.openSession();
  second = await browser.browser.openSession();
});

afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
});

/** A page of the headless shell has no permission to write to the clipboard by its newer interface. */
const copy = testEngine === "shell" ? "#old" : "#new";

test.each([
  ["its keys", [click("#secret"), press("Control+A"), press("Control+C")]],
  ["its page, on a click", [click(copy)]],
])("what a task copied by %s is pasted by no step of another one, and its page cannot read it", async (_, copying) => {
  await using copier = await play([open("/copy"), ...copying]);
  await expect.poll(() => copier.session.page.title()).toMatch(/copied|^$/);
  const paste = { type: "PRESS_KEY", key: { permanent: "Control+V" } } as const;
  await expect(play([open("/paste"), click("#field"), paste])).rejects.toThrow(
    "Control+V pastes, and the clipboard is shared by tasks",
  );
  await using thief = await play([open("/paste"), click("#steal")]);
  await expect.poll(() => thief.session.page.title()).toBe("NotAllowedError,NotAllowedError,");
  // It was there to be had.
  await thief.session.page.press("#field", "Control+V");
  expect(await thief.session.page.inputValue("#field")).toBe("the other's secret");
});

test("no other chord of a template pastes", async () => {
  await first.page.goto(site.url("/copy"));
  await first.page.click(copy);
  await expect.poll(() => first.page.title()).toBe("copied");
  const { page } = second;
  await page.goto(site.url("/paste"));
  const pasting: string[] = [];
  for (const chord of chords()) {
    await page.focus("#field");
    await page.keyboard.press(chord);
    if (await page.evaluate("pasted.splice(0).length")) pasting.push(chord);
  }
  expect(pasting).toContain("Control+KeyV");
  expect(pasting.filter((chord) => !pastes(chord))).toEqual([]);
});

/** Keys with the modifier that browsers know chords of; in the long form with every set of them. */
function chords(): string[] {
  const letters = Array.from({ length: 26 }, (_, n) => `Key${String.fromCharCode(65 + n)}`);
  const named = ["Insert", "Numpad0", "Delete", "Enter", "Space", "Backspace"];
  if (!isLong) return [...letters.map((key) => `Control+${key}`), ...named.map((key) => `Shift+${key}`)];
  const all = ["Control+", "Shift+", "Alt+", "Meta+"];
  const sets = Array.from({ length: 16 }, (_, bits) => all.filter((_, n) => bits & (1 << n)).join(""));
  return [...letters, ...named, "v", "V"].flatMap((key) => sets.map((held) => held + key));
}

test("a page finds nothing that the same page left in another task, also while that one is open", async () => {
  const leave = async (page: Page) => {
    await page.goto(site.url());
    return page.evaluate(leaveAndLook);
  };
  const fresh = {
    cookies: "",
    stored: 0,
    session: 0,
    databases: 0,
    caches: 0,
    workers: 0,
    locks: 0,
    files: 0,
    shared: "",
    received: [],
    name: "",
  };
  expect(await leave(first.page)).toEqual(fresh);
  expect(await leave(second.page)).toEqual(fresh);
  // It does find them where it was itself.
  expect(await leave(await openWindow(first.page))).toMatchObject({
    cookies: "a=1",
    stored: 1,
    databases: 1,
    shared: "here",
    workers: 1,
  });
  expect(asked).toHaveLength(2);
});

test("a name and a password that one task gave a site are not sent by another one", async () => {
  await first.page.goto(site.url("/basic").replace("//", "//somebody:secret@"));
  await second.page.goto(site.url());
  // Where nobody answers the browser's question, the fetch does not end.
  const ask = ({ page }: BrowserSession) =>
    page.evaluate(() => fetch(`${location.origin}/basic`, { signal: AbortSignal.timeout(1_000) }).catch(() => {}));
  given.length = 0;
  await ask(first);
  await ask(second);
  expect(given).toEqual([expect.stringContaining("Basic "), undefined]);
});

/** Inside the page: looks into whatever a browser keeps or passes on, and leaves something in each. */
async function leaveAndLook() {
  const received: string[] = [];
  const channel = new BroadcastChannel("between");
  channel.onmessage = ({ data }) => received.push(data);
  channel.postMessage("here");
  addEventListener("storage", ({ key }) => received.push(String(key)));
  const worker = new SharedWorker("/shared.js");
  const shared = await new Promise<string>((resolve) => {
    worker.port.onmessage = ({ data }) => resolve(data);
    worker.port.postMessage("here");
  });
  const folder = await navigator.storage.getDirectory();
  const files: string[] = [];
  for await (const name of folder.keys()) files.push(name);
  const found = {
    cookies: document.cookie,
    stored: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    locks: ((await navigator.locks.query()).held ?? []).length,
    files: files.length,
    shared,
    received,
    name: window.name,
  };
  // biome-ignore lint/suspicious/noDocumentCookie: the plain way, as sites do it
  document.cookie = "a=1";
  localStorage.setItem("b", "2");
  sessionStorage.setItem("c", "3");
  indexedDB.open("d");
  await caches.open("e");
  await navigator.serviceWorker.register("/sw.js");
  await new Promise((resolve) =>
    navigator.locks.request("f", { mode: "shared" }, () => new Promise(() => resolve(undefined))),
  );
  await folder.getFileHandle("g", { create: true });
  window.name = "h";
  const cached = Object.assign(document.createElement("script"), { src: "/cached.js" });
  await new Promise((resolve) => {
    cached.onload = resolve;
    document.body.append(cached);
  });
  return found;
}

test("a step that takes a file does not hold up what another task loads", async () => {
  const limits = { bytesLeft: 100, timeLeft: () => 10_000, signal: new AbortController().signal, isShownToo: true };
  await first.page.goto(site.url("/files"));
  const ended = new AbortController();
  const pages = async () => {
    while (!ended.signal.aborted) await second.page.goto(site.url("/"), { timeout: 10_000 });
  };
  const loading = pages();
  for (let n = 0; n < size(4, 20); n++) {
    const file = await first.downloads.take(
      () => first.page.click("a"),
      () => first.windows.settle(10_000),
      limits,
    );
    expect(file).toMatchObject({ status: "done" });
  }
  ended.abort();
  await loading;
});
