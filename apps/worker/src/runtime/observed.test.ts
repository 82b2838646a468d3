import type { ServerResponse } from "node:http";
import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { openWorkerPages } from "../testing/test-pages.ts";

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
  "/file": (_, response) => {
    const disposition = 'attachment; filename="account 4711-0815.csv"';
    response.writeHead(200, { "content-type": "text/csv", "content-disposition": disposition }).end("1,2");
  },
});
// For all tests at once, because they wait more than they compute.
environment.startWorker({ slots: 8 });

const click = (selector: string): WrittenStep => ({ type: "CLICK", selector });
const read = (selector: string): WrittenStep => ({ type: "READ_TEXT", selector, as: "text" });
const missing: WrittenStep = { type: "CLICK", selector: "#none", timeout: 1 };
const open = (path: string): WrittenStep => ({ type: "OPEN_PAGE", url: site.url(path) });

/** A task whose variable `account` has a value that pages show. */
function create(path: string, steps: WrittenStep[], options: { timeout?: number } = {}): Promise<number> {
  const variables = { account: "4711-0815", code: "_WAIT_FOR_IT_" };
  const used: WrittenStep = { type: "IF_VALUE", name: "account", equals: "x", then: [missing] };
  return customer.create(site.url(path), [...steps, used], { variables, ...options });
}

async function errorOf(taskId: number): Promise<string> {
  const end = await customer.end(taskId);
  return end.status === "failed" ? end.description : `${end.status}`;
}

/** How such a task ends, and the notes in its timeline. */
async function run(path: string, steps: WrittenStep[]) {
  const taskId = await create(path, steps);
  const error = await errorOf(taskId);
  const timeline = await customer.timeline(taskId);
  return {
    error,
    notes: timeline.flatMap(({ place, note, outcome }) => (note ? [`${place} ${outcome}: ${note}`] : [])),
  };
}

test.concurrent("nothing is noted of pages with which all is well, nor of what they load", async () => {
  expect(await run("/", [read("h1")])).toEqual({ error: "ready", notes: [] });
  const { error } = await run("/", [missing]);
  expect(error).toMatch(/no element matched it\.$/);
});

const status = "the page was sent with the HTTP status 404";

test.concurrent("an HTTP status from 400 is in the timeline and in the failure, until the next page", async () => {
  expect(await run("/gone", [read("h1"), open("/"), click("#missing"), read("h1")])).toEqual({
    error: "ready",
    notes: [
      "0 done: The page was sent with the HTTP status 404.",
      "3 done: The page was sent with the HTTP status 404.",
    ],
  });
  expect((await run("/gone", [read("h1"), missing])).error).toMatch(new RegExp(`; ${status}\\.$`));
  expect((await run("/gone", [open("/"), missing])).error).not.toContain("404");
});

test.concurrent("so is a page that was sent only in part", async () => {
  const { error } = await run("/", [click("#cut"), read("h1"), missing]);
  expect(error).toMatch(/; the page was sent only in part\.$/);
});

test.concurrent("a page that was reached is not said to be out of reach, because a connection of its scripts broke off", async () => {
  const cutOff: WrittenStep = { type: "WAIT_FOR_TEXT", text: "cut off", timeout: 10 };
  expect((await run("/cuts", [cutOff, missing])).error).toContain('looked for "#none"; no element matched it');
  expect((await run("/reset", [])).error).toMatch(/could be made, or it was closed without a response\.$/);
});

test.concurrent("so is a dismissed dialog, without values", async () => {
  const { error, notes } = await run("/dialog", [click("#ask"), open("/"), missing]);
  const sentence = 'he page\'s confirm box "Delete account …?" was dismissed, because no ANSWER_DIALOG was before it.';
  expect(error).toContain(`; t${sentence}`);
  expect(notes).toEqual([`1 done: T${sentence}`]);
});

test.concurrent("so is a refused download, by its name without values, until the next page", async () => {
  const refused = 'the download "account ….csv" was refused, because no DOWNLOAD_FILE asked for it.';
  expect((await run("/", [click("#file"), missing])).error).toContain(`; ${refused}`);
  const { error, notes } = await run("/", [
    click("#file"),
    { ...missing, optional: true } as WrittenStep,
    open("/dialog"),
    missing,
  ]);
  expect(notes.at(-1)).toContain(refused);
  expect(error).not.toContain("refused");
});

test.concurrent("a download that a step kept is mentioned only in a later failure", async () => {
  const { error, notes } = await run("/", [{ type: "DOWNLOAD_FILE", selector: "#kept", as: "file" }, missing]);
  expect(error).toMatch(/; the download "account ….csv" was kept\.$/);
  expect(notes).toEqual([]);
});

test.concurrent("a failure tells how many visible elements its selector matched, if there are several", async () => {
  const { error } = await run("/rows", [{ ...click(".row"), timeout: 4 } as WrittenStep]);
  expect(error).toMatch(/another one covered it: div; the selector matched 3 visible elements\.$/);
});

test.concurrent("a failure says that a repetition before it ran as often as it may, until the next page", async () => {
  const repeat: WrittenStep = { type: "REPEAT_WHILE_ELEMENT", selector: "#next", max: 2, steps: [click("#next")] };
  const { error } = await run("/months", [repeat, missing]);
  expect(error).toMatch(/; step 1 ran its steps 2 times, the most that its "max" allows\.$/);
  expect((await run("/months", [repeat, open("/"), missing])).error).not.toContain("ran its steps");
});

const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", timeout: 60 };
const dismissed = 'he page\'s confirm box "Delete account …?" was dismissed, because no ANSWER_DIALOG was before it';

test.concurrent("so does the end of a wait without a value", async () => {
  const taskId = await create("/gone", [read("h1"), { ...wait, timeout: 1 }]);
  expect(await customer.end(taskId)).toMatchObject({
    code: "ERROR_VARIABLE_TIMEOUT",
    description: expect.stringMatching(
      /^Step 2 .*: no value of code came within 1 s\. The page was sent with the HTTP status 404\.$/,
    ),
    failure: { step: "2", type: "WAIT_FOR_VARIABLE_VALUE", screenshot: expect.stringMatching(/^UklGR/) },
    partial: { texts: { text: "Gone" }, data: {} },
  });
});

test.concurrent("so does a task whose time is over, while it waits for a value and at any other step", async () => {
  const pause: WrittenStep = { type: "PAUSE", seconds: 60 };
  // More time than a busy machine takes to get there.
  const soon = { timeout: 15 };
  const waiting = await create("/dialog", [read("h1"), click("#ask"), wait], soon);
  const pausing = await create("/dialog", [click("#ask"), pause], soon);
  const clicking = await create("/rows", [{ ...click(".row"), timeout: 60 } as WrittenStep], soon);
  const over = "The task took longer than its time limit. It was at step";
  expect(await errorOf(waiting)).toBe(`${over} 3 (WAIT_FOR_VARIABLE_VALUE). T${dismissed}.`);
  const failed = { url: site.url("/dialog"), screenshot: expect.stringMatching(/^UklGR/) };
  expect(await customer.end(waiting)).toMatchObject({
    code: "ERROR_TASK_TIMEOUT",
    failure: { ...failed, step: "3", type: "WAIT_FOR_VARIABLE_VALUE" },
    partial: { texts: { text: "Dialog" }, data: {} },
  });
  expect(await errorOf(pausing)).toBe(`${over} 2 (PAUSE). T${dismissed}.`);
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
});
