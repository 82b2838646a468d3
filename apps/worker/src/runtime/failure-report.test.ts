import type { ServerResponse } from "node:http";
import type { WrittenStep } from "@gatepost/contract/steps";
import { extendWait } from "@gatepost/domain/waits/answer-wait";
import { expect, test } from "vitest";
import { dump } from "../../../../tests/database-dump.ts";
import { click, openWorkerPages, pause, readList, readText, repeatWhile, see } from "../testing/test-pages.ts";

/** Of the page, and in a file that it sends. */
const canary = "canary-7Q-balance";
const unresolvable = "https://nowhere.invalid/far?secret=1";
const whole = "position:fixed;inset:0";

/** Of a page of which only a part is sent. */
let half: ServerResponse | undefined;
const html = { "content-type": "text/html" };

const { site, environment, customer } = await openWorkerPages({
  "/": `<h1>Start</h1><a id=file href=/file>File</a> <a id=kept href=/file?kept>Kept</a>
    <a id=missing href=/gone>Gone</a> <a id=cut href=/cut>Cut</a>
    <iframe src=/no-frame></iframe><img src=/no-picture>`,
  "/gone": (_, response) => void response.writeHead(404, html).end("<h1>Gone</h1>"),
  "/dialog": "<h1>Dialog</h1><button id=ask onclick='confirm(`Delete account 4711-0815?`)'>b</button>",
  "/rows": `<button class=row>1</button><button class=row>2</button><button class=row>3</button>
    <button class=row hidden>4</button><div style="position:fixed;inset:0"></div>`,
  "/months": "<h1>May</h1><button id=next onclick='text.textContent += 1'>Next</button><p id=text></p>",
  "/cut": (_: unknown, response: ServerResponse) => {
    response.writeHead(200, { ...html, "content-length": "1000" });
    response.write("<h1>Half</h1><img src=/half-shown>");
    half = response;
  },
  "/half-shown": (_, response) => {
    half?.destroy();
    response.end();
  },
  "/cuts": `<h1>Reached</h1><p id=said></p><script>fetch("/reset").finally(() => { said.textContent = "cut off" })</script>`,
  "/reset": (request) => void request.socket.destroy(),
  "/balance": `<h1>${canary}</h1><ul><li>${canary} 1<li>${canary} 2</ul><a id=file href=/balance.txt>File</a>`,
  "/balance.txt": (_, response) => {
    response.writeHead(200, { "content-disposition": "attachment; filename=account.txt" }).end(canary);
  },
  "/covered": `<button>b</button><div id="veil" class="dark over x" title="said" style="${whole}">a secret</div>`,
  "/covered-by-text": `<button>b</button><p id="a secret" class="1/2" style="${whole}">from <b>`,
  "/restless": `<button id="moving" style="position: fixed">b</button><script>
      const move = (at) => { moving.style.left = at % 300 + "px"; requestAnimationFrame(move) };
      move(0)</script>
    <button id="far" style="position:fixed;left:-500px">b</button>`,
  "/off": `<select id="s" disabled><option>one</select>`,
  "/frame": `<iframe srcdoc="<input id=i onfocus='parent.frame.remove()'>" id="frame"></iframe>`,
  "/busy": "<p id=p>x</p><script>onload = () => setTimeout(() => { for (;;); }, 50)</script>",
  "/links": `<a id="elsewhere" href="${unresolvable}">away</a>`,
  "/to-nowhere": (_, response) => response.writeHead(302, { location: unresolvable }).end(),
  "/login/TOKEN": "<script>history.replaceState(null, '', location.pathname)</script>",
  "/long-title": `<title>${"x".repeat(99)}😀 and more</title>`,
  "/silent": () => {},
  "/file": (_, response) => {
    const disposition = 'attachment; filename="account 4711-0815.csv"';
    response.writeHead(200, { "content-type": "text/csv", "content-disposition": disposition }).end("1,2");
  },
});
// For all tests at once, because they wait more than they compute.
environment.startWorker({ slots: 8 });

const read = readText("h1");
const missing: WrittenStep = { type: "CLICK", selector: "#none", timeout: 1 };
/** Notes in the timeline what a failure would say at this place. */
const look: WrittenStep = { ...missing, optional: true };
const open = (path: string): WrittenStep => ({ type: "OPEN_PAGE", url: site.url(path) });

/** A task whose variable `account` has a value that pages show. */
function create(
  path: string,
  steps: WrittenStep[],
  { given, ...options }: { timeout?: number; given?: Record<string, string> } = {},
): Promise<number> {
  const variables = { account: "4711-0815", code: "_WAIT_FOR_IT_", ...given };
  const used: WrittenStep = { type: "IF_VALUE", name: "account", equals: "x", then: [missing] };
  return customer.create(site.url(path), [...steps, used], { variables, ...options });
}

async function errorOf(taskId: number): Promise<string> {
  const end = await customer.end(taskId);
  return end.status === "failed" ? end.description : `${end.status}`;
}

/** The notes in the timeline of a task by their places, without what each failure, and each of `look`, begins with. */
async function notesOf(taskId: number): Promise<Record<string, string | undefined>> {
  await customer.end(taskId);
  const timeline = await customer.timeline(taskId);
  const usual =
    /^Step \S+ \(\w+\) failed after \d+\.\d s on (?:.* looked for "#none".*; no element matched it(?=[.;]))?/;
  return Object.fromEntries(timeline.map(({ place, note }) => [place, note?.replace(usual, "")]));
}

test.concurrent("an HTTP status from 400, a page that was sent in part, and downloads are in the timeline and in failures until the next page; what pages load is not", async () => {
  const status = "he page was sent with the HTTP status 404.";
  const keep: WrittenStep = { type: "DOWNLOAD_FILE", selector: "#kept", as: "file" };
  const steps = [
    ...[read, look, open("/"), look, click("#missing"), look, open("/"), click("#cut"), read, look],
    ...[open("/"), click("#file"), look, open("/dialog"), look, open("/"), keep, look],
  ];
  expect(await notesOf(await create("/gone", steps))).toMatchObject({
    0: `T${status}`,
    1: undefined,
    2: `; t${status}`,
    3: undefined,
    4: ".",
    5: `T${status}`,
    6: `; t${status}`,
    7: undefined,
    10: "; the page was sent only in part.",
    11: undefined,
    13: '; the download "account ….csv" was refused, because no DOWNLOAD_FILE asked for it.',
    15: ".",
    17: undefined,
    18: '; the download "account ….csv" was kept.',
  });
});

const dismissed = 'he page\'s confirm box "Delete account …?" was dismissed, because no ANSWER_DIALOG was before it.';

test.concurrent("so are how many elements a selector matched, that a repetition ran as often as it may, and, on later pages too, a dismissed dialog, without values", async () => {
  const row: WrittenStep = { type: "CLICK", selector: ".row", timeout: 4, optional: true };
  const cutOff = see("cut off", 10);
  const repeat = repeatWhile("#next", 2, [click("#next")]);
  const steps = [
    ...[row, open("/cuts"), cutOff, look, open("/months"), repeat, look, open("/"), look],
    ...[open("/dialog"), click("#ask"), open("/"), look],
  ];
  expect(await notesOf(await create("/rows", steps))).toMatchObject({
    1: expect.stringMatching(/another one covered it: div; the selector matched 3 visible elements\.$/),
    4: ".",
    7: '; step 6 ran its steps 2 times, the most that its "max" allows.',
    9: ".",
    11: `T${dismissed}`,
    13: `; t${dismissed}`,
  });
});

test.concurrent("a website whose connection breaks off is out of reach", async () => {
  expect(await errorOf(await create("/reset", []))).toMatch(/could be made, or it was closed without a response\.$/);
});

const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", timeout: 60 };

test.concurrent("a wait that ends without a value says so", async () => {
  const taskId = await create("/gone", [read, { ...wait, timeout: 1 }]);
  expect(await customer.end(taskId)).toMatchObject({
    code: "ERROR_VARIABLE_TIMEOUT",
    description: expect.stringMatching(
      /^Step 2 .*: no value of code came within 1 s\. The page was sent with the HTTP status 404\.$/,
    ),
    failure: { step: "2", type: "WAIT_FOR_VARIABLE_VALUE", screenshot: expect.stringMatching(/^UklGR/) },
    partial: { texts: { text: "Gone" }, data: {} },
  });
});

test.concurrent("so does a task whose time is over, at a wait, unless that was extended, and at any other step", async () => {
  // More time than a busy machine takes to get there.
  const soon = { timeout: 12 };
  const waiting = await create("/dialog", [read, click("#ask"), wait], soon);
  const extended = await create("/dialog", [wait, pause(2)], soon);
  const pausing = await create("/dialog", [click("#ask"), pause(60)], soon);
  const clicking = await create("/rows", [{ ...click(".row"), timeout: 60 }], soon);
  await customer.waits(extended, "code");
  await extendWait({ ctx: customer.ctx, input: { taskId: extended, name: "code", seconds: 600 } });
  const over = "The task took longer than its time limit. It was at step";
  expect(await errorOf(waiting)).toBe(`${over} 3 (WAIT_FOR_VARIABLE_VALUE). T${dismissed}`);
  const failed = { url: site.url("/dialog"), screenshot: expect.stringMatching(/^UklGR/) };
  expect(await customer.end(waiting)).toMatchObject({
    code: "ERROR_TASK_TIMEOUT",
    failure: { ...failed, step: "3", type: "WAIT_FOR_VARIABLE_VALUE" },
    partial: { texts: { text: "Dialog" }, data: {} },
  });
  expect(await errorOf(pausing)).toBe(`${over} 2 (PAUSE). T${dismissed}`);
  expect(await customer.end(pausing)).toMatchObject({ failure: { ...failed, step: "2", type: "PAUSE" } });
  const timeline = await customer.timeline(pausing);
  expect(timeline.map(({ type, outcome }) => `${type} ${outcome}`)).toEqual([
    "OPEN_PAGE done",
    "CLICK done",
    "PAUSE failed",
  ]);
  const [opening, , last] = timeline.map(({ picture }) => picture);
  expect([opening, last?.mediaType]).toEqual([null, "image/webp"]);
  expect(Buffer.byteLength(last?.base64 ?? "", "base64"), "row P12").toBeLessThan(20_000);
  expect(await errorOf(clicking)).toBe(`${over} 1 (CLICK). The selector matched 3 visible elements.`);
  await customer.push(extended, "code", "1");
  expect(await customer.end(extended)).toMatchObject({ status: "ready", attempts: 1 });
});

const soon = { timeout: 2, optional: true } as const;

test.concurrent("a failure says why the browser could not run the step, without values", async () => {
  const pressing = (selector: string): WrittenStep => ({ type: "CLICK", selector, ...soon });
  const steps: WrittenStep[] = [
    ...[{ type: "WAIT_FOR_ELEMENT", selector: { variable: "cover" } } as const, pressing("button")],
    ...[open("/covered-by-text"), { type: "CLICK", selector: { variable: "button" }, ...soon } as const],
    ...[open("/restless"), pressing("#moving"), pressing("#far")],
    ...[open("/off"), { type: "SELECT_OPTION", selector: "#s", value: "one", ...soon } as const],
    ...[{ type: "PRESS_KEY", key: "Entre", ...soon } as const, { type: "PAUSE", seconds: 60, ...soon } as const],
    // Longer than a busy machine takes to open the page: the step fails as soon as the frame is removed.
    ...[open("/frame"), { type: "FILL_INPUT", selector: "#i", value: "typed", timeout: 20, optional: true } as const],
    ...[open("/busy"), missing],
  ];
  const taskId = await create("/covered", steps, { given: { cover: "#veil", button: "button" } });
  const found = "the element was there, but";
  expect(await notesOf(taskId)).toMatchObject({
    2: `${site.url("/covered")}: looked for "button"; ${found} another one covered it: div….dark.over.`,
    4: `${site.url("/covered-by-text")}: looked for what the variable button holds; ${found} another one covered it: p.`,
    6: `${site.url("/restless")}: looked for "#moving"; ${found} kept moving.`,
    7: `${site.url("/restless")}: looked for "#far"; ${found} could not be scrolled into view.`,
    9: `${site.url("/off")}: looked for "#s"; ${found} disabled.`,
    10: `${site.url("/off")}: pressed Entre; there is no such key.`,
    11: `${site.url("/off")}: the pause of 60 s is longer than the 2 s that the step may take.`,
    13: `${site.url("/frame")}: looked for "#i"; the frame that it was in was removed.`,
  });
  expect(await errorOf(taskId)).toContain(`${site.url("/busy")}: looked for "#none"; the page did not answer.`);
});

test.concurrent("an address that is not reached is named without its query, by its host alone where a variable holds it; after a download the page is still the one before it", async () => {
  const see: WrittenStep = { type: "WAIT_FOR_TEXT", text: "nothing", ...soon };
  const tries = (path: string): WrittenStep => ({ type: "OPEN_PAGE", url: site.url(path), ...soon });
  const goTo = (variable: string): WrittenStep => ({ type: "OPEN_PAGE", url: { variable }, ...soon });
  const steps: WrittenStep[] = [
    ...[
      tries("/to-nowhere"),
      open("/links"),
      click("#elsewhere"),
      see,
      tries("/silent?secret=1"),
      tries("/file?secret"),
    ],
    ...[open("/long-title"), { ...missing, ...soon }],
  ];
  const unresolved = "the host's name could not be resolved.";
  const title = `"${"x".repeat(99)}\ufffd"`;
  expect(await notesOf(await create("/", steps))).toMatchObject({
    1: `https://nowhere.invalid/far: ${unresolved}`,
    4: `https://nowhere.invalid/far: ${unresolved}`,
    5: `${site.url("/silent")}: the page could not be opened: the page did not answer in time.`,
    6: expect.stringContaining(
      `${site.url("/file")}: the page could not be opened: the address leads to a download, not to a page`,
    ),
    8: `; the page's title was ${title}.`,
  });
  const given = { link: unresolvable, token: site.url("/login/TOKEN?utm=1") };
  expect(await notesOf(await create("/", [goTo("link"), goTo("token"), see], { given }))).toMatchObject({
    1: `https://nowhere.invalid/: ${unresolved}`,
    3: `${site.url("/")}: the page did not show the text "nothing".`,
  });
});

const readAll = [readText("h1", "heading"), readList("li", { item: {} }, "items")];
const download: WrittenStep = { type: "DOWNLOAD_FILE", selector: "#file", as: "account" };
const nested: WrittenStep = { type: "IF_ELEMENT", selector: "h1", then: [{ type: "TAKE_SCREENSHOT" }, missing] };
const partial = { texts: { heading: canary }, data: { items: [{ item: `${canary} 1` }, { item: `${canary} 2` }] } };
const picture = expect.stringMatching(/^UklGR/);

test.concurrent("a failed task tells where it failed, what the page showed then, and what had been read", async () => {
  const task = await customer.create(site.url("/balance?token=secret#part"), [...readAll, nested]);
  await expect(customer.end(task)).resolves.toMatchObject({
    code: "ERROR_STEP_FAILED",
    failure: { step: "3.then.2", type: "CLICK", url: site.url("/balance"), screenshot: picture },
    partial,
  });
});

test.concurrent("a website that cannot be opened has no page, and nothing was read", async () => {
  const task = await customer.create("http://nowhere.invalid/start?key=secret", readAll);
  const end = await customer.end(task);
  expect(end).toMatchObject({ failure: { step: "0", type: "OPEN_PAGE", url: "http://nowhere.invalid/start" } });
  expect(end).toMatchObject({
    description: expect.stringMatching(
      /^Step 0 \(opening websiteURL\) failed after .* s on http:\/\/nowhere\.invalid\/start: the host's name could not be resolved\.$/,
    ),
    partial: { texts: {}, data: {} },
  });
  expect(await customer.timeline(task)).toMatchObject([{ number: 0, type: "OPEN_PAGE", outcome: "failed" }]);
});

test.concurrent("S7: what was read and downloaded is stored encrypted only, and gone with the solution", async () => {
  const { system } = environment;
  const failed = await customer.create(site.url("/balance"), [...readAll, download, missing]);
  const ready = await customer.create(site.url("/balance"), [...readAll, download]);
  expect(await customer.end(failed)).toMatchObject({ partial });
  expect(await customer.end(ready)).toMatchObject({
    solution: {
      files: {
        account: {
          name: "account.txt",
          type: "text/plain",
          size: canary.length,
          base64: Buffer.from(canary).toString("base64"),
        },
      },
    },
  });
  const stored = await dump(environment.system.db);
  const forms = [
    canary,
    Buffer.from(canary).toString("hex"),
    Buffer.from(canary).toString("base64").replace(/=+$/, ""),
  ];
  expect(forms.filter((form) => stored.includes(form))).toEqual([]);

  await system.db.pool.query("update task set ended_at = ended_at - interval '2 days' where id = any($1)", [
    [failed, ready],
  ]);
  expect(await customer.end(failed)).toEqual({
    status: "failed",
    code: "ERROR_STEP_FAILED",
    description: expect.stringContaining('looked for "#none"'),
  });
  expect(await customer.end(ready)).toMatchObject({ solution: null });
});
