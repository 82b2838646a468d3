import { readlinkSync } from "node:fs";
import type { ServerResponse } from "node:http";
import type { Engine } from "@gatepost/contract/browser-settings";
import type { WrittenStep } from "@gatepost/contract/steps";
import { saveTemplate } from "@gatepost/domain/templates/save-template";
import { afterAll, describe, expect, test } from "vitest";
import { inSessionAt, openTestBrowser } from "../testing/test-browser.ts";
import { click, openWorkerPages, picture, see } from "../testing/test-pages.ts";
import { Browsers } from "./browsers.ts";

const pdf = (_: unknown, response: ServerResponse) =>
  void response
    .writeHead(200, { "content-type": "application/pdf" })
    .end(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj trailer<</Root 1 0 R>>",
    );

const { site, environment, customer } = await openWorkerPages(
  {
    "/": `<p id=p>home</p><button onclick="window.open('/asked')">Open</button>
      <button id="closed" onclick="window.open('http://127.0.0.1:9999/')">Closed</button>`,
    "/asked": "<p>asked for</p>",
    "/unasked": "<p id=p>home</p><script>open('/advert'); open('/advert', '_blank', 'noopener'); open()</script>",
    "/advert": "<p>advert</p>",
    "/framed": () => `<p id=p>home</p><button>Here</button><iframe src="http://localhost:${site.port}/frame"></iframe>`,
    "/frame":
      "<script>open('/advert'); open(); tried = true</script><button id=pay onclick=\"window.open('/asked')\">Pay</button>",
    "/report.pdf": pdf,
  },
  { asLocalhost: true },
);

const hosts = `${site.host},localhost:${site.port}`;
const [shell, full] = await Promise.all([
  openTestBrowser(hosts, { engine: "shell" }),
  openTestBrowser(hosts, { engine: "full" }),
]);
const started = { shell, full };
afterAll(() => Promise.all([shell.close(), full.close()]));

const seen: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "#p" };
/** What only the full browser says of itself. */
const ofFull = { "self.navigator.pdfViewerEnabled": true };

async function engineOf(taskId: number): Promise<Engine> {
  const { fingerprint } = await customer.solution(taskId);
  return fingerprint["self.navigator.pdfViewerEnabled"] === true ? "full" : "shell";
}

test("a task runs in the headless shell, or in the browser that it or its template asks for", async () => {
  const { system } = environment;
  await using _worker = environment.startWorker();
  const { accountId } = customer.ctx.actor;
  const document = { name: "In the full browser", engine: "full", steps: [seen] };
  await saveTemplate({ ctx: system, input: { accountId, document } });
  const ids = [
    await customer.create(site.url(), [seen]),
    await customer.create(site.url(), [seen], { engine: "full" }),
    await customer.createOf(document.name, site.url(), {}),
    await customer.createOf(document.name, site.url(), {}, "shell"),
  ];
  expect(await Promise.all(ids.map(engineOf))).toEqual(["shell", "full", "full", "shell"]);
});

test("browsers of both engines that start at the same moment are each of their own program", async () => {
  const programs = Object.values(started).map(({ browser }) => readlinkSync(`/proc/${browser.processId}/exe`));
  expect(new Set(programs).size, programs.join()).toBe(2);
});

test("an engine that is not installed is an error if it is requested", async () => {
  const { customer, pool } = environment;
  await using _worker = environment.startWorker({ browsers: new Browsers({ shell: pool }) });
  const asked = await customer.create(site.url(), [seen], { engine: "full" });
  await expect(customer.end(asked)).resolves.toMatchObject({
    code: "ERROR_STEP_FAILED",
    description: expect.stringContaining('The task asks for engine "full", and this installation has no Chromium.'),
  });
  const unasked = await customer.create(site.url(), [seen]);
  await expect(customer.end(unasked)).resolves.toMatchObject({ status: "ready" });
});

test("S9: the error of a task whose pop-up goes to a closed address says so", async () => {
  await using _worker = environment.startWorker();
  const closed = await customer.create(site.url(), [click("#closed"), see("asked for", 1)]);
  await expect(customer.end(closed)).resolves.toMatchObject({
    code: "ERROR_WEBSITE_NOT_ALLOWED",
    description: expect.stringContaining("is on a network that Gatepost blocks"),
  });
});

test("a PDF is shown by the full browser, unless the task asks for the shell", async () => {
  await using _worker = environment.startWorker();
  const open: WrittenStep = { type: "OPEN_PAGE", url: site.url("/report.pdf") };
  const shown = await customer.create(site.url("/report.pdf"), [picture]);
  await expect(customer.end(shown)).resolves.toMatchObject({ status: "ready", solution: { fingerprint: ofFull } });
  const later = await customer.create(site.url(), [seen, open, picture]);
  await expect(customer.end(later)).resolves.toMatchObject({ status: "ready", solution: { fingerprint: ofFull } });
  const refused = [
    await customer.create(site.url("/report.pdf"), [picture], { engine: "shell" }),
    // After a step that may have submitted something nothing is done twice.
    await customer.create(site.url(), [click("button"), open, picture]),
  ];
  for (const taskId of refused)
    await expect(customer.end(taskId)).resolves.toMatchObject({
      code: "ERROR_STEP_FAILED",
      description: expect.stringContaining('a PDF, which the headless shell does not show; ask for engine "full"'),
    });
});

describe.each(["shell", "full"] as const)("in the %s", (engine) => {
  const { browser } = started[engine];

  test("a page opens windows only on a click or a key, and its frame of another site opens none", async () => {
    await inSessionAt(browser, site.url("/unasked"), async (page, { context, windows }) => {
      await expect.poll(() => context.pages().map((one) => one.url())).toEqual([page.url()]);
      await page.goto(site.url());
      await page.click("button");
      await expect.poll(() => windows.page.url()).toBe(site.url("/asked"));
      expect(context.pages()).toHaveLength(2);
    });
    await inSessionAt(browser, site.url("/framed"), async (page, { context }) => {
      await page.frames()[1]?.waitForFunction("window.tried");
      await expect.poll(() => context.pages()).toHaveLength(1);
    });
  });

  test("a frame of another site opens one when a step clicks in it, and none when it clicks elsewhere", async () => {
    await using _worker = environment.startWorker();
    const taskId = await customer.create(
      site.url("/framed"),
      [click("text=Here"), seen, click("#pay"), see("asked for")],
      { engine },
    );
    await expect(customer.end(taskId)).resolves.toMatchObject({
      status: "ready",
      solution: { url: `http://localhost:${site.port}/asked` },
    });
  });
});
