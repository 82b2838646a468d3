import type { ServerResponse } from "node:http";
import type { WrittenStep } from "@gatepost/contract/steps";
import { extendWait } from "@gatepost/domain/waits/answer-wait";
import { expect, test } from "vitest";
import { click, openWorkerPages, readText } from "../testing/test-pages.ts";

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

const read = readText("h1");
const missing: WrittenStep = { type: "CLICK", selector: "#none", timeout: 1 };
/** Notes in the timeline what a failure would say at this place. */
const look: WrittenStep = { ...missing, optional: true };
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

/** The notes in the timeline of such a task by their places, without what every failure of `look` says. */
async function notesOf(path: string, steps: WrittenStep[]): Promise<Record<string, string | undefined>> {
  const taskId = await create(path, steps);
  expect(await errorOf(taskId)).toBe("ready");
  const timeline = await customer.timeline(taskId);
  const usual = /^Step .* looked for "#none".*; no element matched it/;
  return Object.fromEntries(timeline.map(({ place, note }) => [place, note?.replace(usual, "…")]));
}

test.concurrent("an HTTP status from 400, a page that was sent in part, and downloads are in the timeline and in failures until the next page; what pages load is not", async () => {
  const status = "he page was sent with the HTTP status 404.";
  const keep: WrittenStep = { type: "DOWNLOAD_FILE", selector: "#kept", as: "file" };
  const steps = [
    ...[read, look, open("/"), look, click("#missing"), look, open("/"), click("#cut"), read, look],
    ...[open("/"), click("#file"), look, open("/dialog"), look, open("/"), keep, look],
  ];
  expect(await notesOf("/gone", steps)).toMatchObject({
    0: `T${status}`,
    1: undefined,
    2: `…; t${status}`,
    3: undefined,
    4: "….",
    5: `T${status}`,
    6: `…; t${status}`,
    7: undefined,
    10: "…; the page was sent only in part.",
    11: undefined,
    13: '…; the download "account ….csv" was refused, because no DOWNLOAD_FILE asked for it.',
    15: "….",
    17: undefined,
    18: '…; the download "account ….csv" was kept.',
  });
});

const dismissed = 'he page\'s confirm box "Delete account …?" was dismissed, because no ANSWER_DIALOG was before it.';

test.concurrent("so are how many elements a selector matched, that a repetition ran as often as it may, and, on later pages too, a dismissed dialog, without values", async () => {
  const row: WrittenStep = { type: "CLICK", selector: ".row", timeout: 4, optional: true };
  const cutOff: WrittenStep = { type: "WAIT_FOR_TEXT", text: "cut off", timeout: 10 };
  const repeat: WrittenStep = { type: "REPEAT_WHILE_ELEMENT", selector: "#next", max: 2, steps: [click("#next")] };
  const steps = [
    ...[row, open("/cuts"), cutOff, look, open("/months"), repeat, look, open("/"), look],
    ...[open("/dialog"), click("#ask"), open("/"), look],
  ];
  expect(await notesOf("/rows", steps)).toMatchObject({
    1: expect.stringMatching(/another one covered it: div; the selector matched 3 visible elements\.$/),
    4: "….",
    7: '…; step 6 ran its steps 2 times, the most that its "max" allows.',
    9: "….",
    11: `T${dismissed}`,
    13: `…; t${dismissed}`,
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
  const pause: WrittenStep = { type: "PAUSE", seconds: 60 };
  // More time than a busy machine takes to get there.
  const soon = { timeout: 12 };
  const waiting = await create("/dialog", [read, click("#ask"), wait], soon);
  const extended = await create("/dialog", [wait, { type: "PAUSE", seconds: 2 }], soon);
  const pausing = await create("/dialog", [click("#ask"), pause], soon);
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
