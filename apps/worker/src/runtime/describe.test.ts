import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { openWorkerPages } from "../testing/test-pages.ts";

const unresolvable = "https://nowhere.invalid/far?secret=1";
const whole = "position:fixed;inset:0";

const { site, environment, customer } = await openWorkerPages({
  "/": `<a id="elsewhere" href="${unresolvable}">away</a> <a id="file" href="/file">file</a>`,
  "/covered": `<button>b</button><div id="veil" class="dark over x" title="said" style="${whole}">a secret</div>`,
  "/covered-by-text": `<button>b</button><p id="a secret" class="1/2" style="${whole}">from <b>`,
  "/restless": `<button id="moving" style="position: fixed">b</button><script>
      const move = (at) => { moving.style.left = at % 300 + "px"; requestAnimationFrame(move) };
      move(0)</script>
    <button id="far" style="position:fixed;left:-500px">b</button>`,
  "/off": `<select id="s" disabled><option>one</select>
    <input id="c" type="checkbox" disabled>`,
  "/frame": `<iframe srcdoc="<input id=i onfocus='parent.frame.remove()'>" id="frame"></iframe>`,
  "/busy": "<p id=p>x</p><script>onload = () => setTimeout(() => { for (;;); }, 50)</script>",
  "/to-nowhere": (_, response) => {
    response.writeHead(302, { location: unresolvable }).end();
  },
  "/login/TOKEN": "<script>history.replaceState(null, '', location.pathname)</script>",
  "/long-title": `<title>${"x".repeat(99)}😀 and more</title>`,
  "/silent": () => {},
  "/file": (_, response) => {
    response.writeHead(200, { "content-disposition": "attachment" }).end("data");
  },
});
environment.startWorker();

/** The whole error sentence that a task's caller gets. */
async function errorOf(
  address: string,
  steps: WrittenStep[],
  variables: Record<string, unknown> = {},
): Promise<string> {
  const end = await customer.end(await customer.create(address, steps, { variables }));
  return end.status === "failed" ? end.description : `${end.status}`;
}

/** Longer than a busy machine takes to find out why a step fails. */
const soon = { timeout: 3 };
/** A click that is in vain. */
const click = (selector: string): WrittenStep => ({ type: "CLICK", selector, ...soon });
const follow = (selector: string): WrittenStep => ({ type: "CLICK", selector });
const open = (address: string): WrittenStep => ({ type: "OPEN_PAGE", url: address, ...soon });
const see: WrittenStep = { type: "WAIT_FOR_TEXT", text: "nothing", ...soon };

function sentence(step: string, where: string, reason: string): RegExp {
  const [before, after] = [`${step} failed after `, ` s on ${where}: ${reason}.`];
  return new RegExp(`^${RegExp.escape(before)}\\d\\.\\d${RegExp.escape(after)}$`);
}

test.each<[path: string, reason: string, steps: WrittenStep[], variables?: Record<string, unknown>]>([
  [
    "/covered",
    'looked for "button"; the element was there, but another one covered it: div#veil.dark.over',
    [click("button")],
  ],
  [
    "/covered",
    'looked for "button"; the element was there, but another one covered it: div….dark.over',
    [{ type: "WAIT_FOR_ELEMENT", selector: { variable: "cover" } }, click("button")],
    { cover: "#veil" },
  ],
  [
    "/covered-by-text",
    "looked for what the variable button holds; the element was there, but another one covered it: p",
    [{ type: "CLICK", selector: { variable: "button" }, ...soon }],
    { button: "button" },
  ],
  ["/restless", 'looked for "#moving"; the element was there, but kept moving', [click("#moving")]],
  ["/restless", 'looked for "#far"; the element was there, but could not be scrolled into view', [click("#far")]],
  [
    "/off",
    'looked for "#s"; the element was there, but disabled',
    [{ type: "SELECT_OPTION", selector: "#s", value: "one", ...soon }],
  ],
  [
    "/off",
    'looked for "#c"; the element was there, but disabled',
    [{ type: "SET_CHECKBOX", selector: "#c", checked: true, ...soon }],
  ],
  ["/off", "pressed Entre; there is no such key", [{ type: "PRESS_KEY", key: "Entre", ...soon }]],
  [
    "/frame",
    'looked for "#i"; the frame that it was in was removed',
    // Longer than a busy machine takes to open the page: the step fails as soon as the frame is removed.
    [{ type: "FILL_INPUT", selector: "#i", value: "typed", timeout: 20 }],
  ],
  [
    "/off",
    "the pause of 60 s is longer than the 3 s that the step may take",
    [{ type: "PAUSE", seconds: 60, ...soon }],
  ],
  ["/busy", 'looked for "#none"; the page did not answer', [click("#none")]],
])("on %s: %s", async (path, reason, steps, variables) => {
  const last = `Step ${steps.length} (${steps.at(-1)?.type})`;
  expect(await errorOf(site.url(path), steps, variables)).toMatch(sentence(last, site.url(path), reason));
});

const unresolved = "the host's name could not be resolved";

test("an address that is not reached is named, by its name alone where a variable holds it", async () => {
  const opening = "Step 0 (opening websiteURL)";
  expect(await errorOf(unresolvable, [see])).toMatch(sentence(opening, "https://nowhere.invalid/far", unresolved));
  expect(await errorOf("http://nowhere.invalid/", [see])).toMatch(
    sentence(opening, "http://nowhere.invalid/", unresolved),
  );
  const steps: WrittenStep[] = [{ type: "OPEN_PAGE", url: { variable: "link" } }];
  expect(await errorOf(site.url(), steps, { link: unresolvable })).toMatch(
    sentence("Step 1 (OPEN_PAGE)", "https://nowhere.invalid/", unresolved),
  );
});

test("so is one that another address or a link leads to", async () => {
  const there = "https://nowhere.invalid/far";
  expect(await errorOf(site.url("/to-nowhere"), [see])).toMatch(
    sentence("Step 0 (opening websiteURL)", there, unresolved),
  );
  expect(await errorOf(site.url(), [follow("#elsewhere"), see])).toMatch(
    sentence("Step 2 (WAIT_FOR_TEXT)", there, unresolved),
  );
});

const refused = 'the download "file.txt" was refused, because no DOWNLOAD_FILE asked for it';

test("so is one that does not answer or is a download; but after a download the page is still the one before it", async () => {
  expect(await errorOf(site.url(), [open(site.url("/silent?secret=1"))])).toMatch(
    sentence(
      "Step 1 (OPEN_PAGE)",
      site.url("/silent"),
      "the page could not be opened: the page did not answer in time",
    ),
  );
  expect(await errorOf(site.url("/file"), [see])).toMatch(
    sentence(
      "Step 0 (opening websiteURL)",
      site.url("/file"),
      `the page could not be opened: the address leads to a download, not to a page; ${refused}`,
    ),
  );
  expect(await errorOf(site.url(), [follow("#file"), see])).toMatch(
    sentence("Step 2 (WAIT_FOR_TEXT)", site.url(), `the page did not show the text "nothing"; ${refused}`),
  );
});

test("a text of the page that is cut within a character is reported, and the task ends as its step does", async () => {
  const look: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "#none", ...soon };
  const title = `"${"x".repeat(99)}\ufffd"`;
  expect(await errorOf(site.url("/long-title"), [look])).toMatch(
    sentence(
      "Step 1 (WAIT_FOR_ELEMENT)",
      site.url("/long-title"),
      `looked for "#none"; no element matched it; the page's title was ${title}`,
    ),
  );
});

test("a link from a variable is not shown even if its page drops the query", async () => {
  const steps: WrittenStep[] = [{ type: "OPEN_PAGE", url: { variable: "link" } }, see];
  expect(await errorOf(site.url(), steps, { link: site.url("/login/TOKEN?utm=1") })).toMatch(
    sentence("Step 2 (WAIT_FOR_TEXT)", site.url(), 'the page did not show the text "nothing"'),
  );
});
