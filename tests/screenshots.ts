import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { firstLate, firstTask } from "@gatepost/contract/first-task";
import { startTestServer } from "@gatepost/db/test-server";
import { chromium, type Page } from "@playwright/test";
import { Gatepost } from "gatepost";
import { rightCode } from "../apps/cli/src/demo-site/accounts.ts";
import { startSite } from "../apps/cli/src/demo-site/server.ts";
import { ensureBrowsers } from "../apps/cli/src/up/chromium.ts";
import { ensureWeb } from "../apps/cli/src/up/web-build.ts";
import { seedDemo } from "../prisma/seed.ts";
import { root } from "./checks.ts";
import { enter } from "./e2e/portal.ts";
import { openOperator } from "./factories.ts";
import { startInstallation } from "./installation.ts";

const said = (body: object) => JSON.stringify(body).replaceAll('"…":""', "…");
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const style = `
body { margin: 0; padding: 32px; box-sizing: border-box; height: 580px; display: flex; gap: 32px; background: #f2f1ec;
  font: 14px/1.6 "Geist Mono", "DejaVu Sans Mono", "Liberation Mono", monospace; }
p { margin: 0 0 4px; overflow-wrap: anywhere; color: #fff; } b { font-weight: 600; }
.calls { flex: 600; background: #1c1b17; border-radius: 10px; padding: 20px 24px; } .calls b { color: #5cc4bb; }
.calls .response { color: #a29d92; margin-bottom: 16px; } .calls i { font-style: normal; color: #f0a93c; }
.pages { flex: 543; display: flex; flex-direction: column; gap: 24px; min-width: 0; }
figure { flex: 1; min-height: 0; margin: 0; display: flex; flex-direction: column; overflow: hidden; background: #fff;
  border: 1px solid #dedbd3; border-radius: 10px; }
figcaption { display: flex; justify-content: space-between; padding: 3px 14px; font-size: 12.5px; color: #6b675f;
  border-bottom: 1px solid #dedbd3; }
figcaption b { font-weight: 400; } .waits { color: #8a5a00; } .ready { color: #1a7a35; }
img { display: block; width: 150%; margin: -70px 0 0 -25%; }`;

/**
 * Takes pictures of the portal, light and dark, for docs/: the demo's dashboard, and a task that waits; and the README's
 * picture of one run. Run by `npm run screenshots`.
 */
const folder = join(root, "docs");
mkdirSync(folder, { recursive: true });
await ensureWeb();
const { full } = await ensureBrowsers({ log: console.log, required: ["full"] });
const server = await startTestServer();
const site = await startSite();
const installation = await startInstallation({ worker: true, egressAllow: `127.0.0.1:${site.port}` });
const operator = openOperator(installation);
const browser = await chromium.launch({ executablePath: full as string });
try {
  const { url, secret } = installation;
  const { clientKey, accountId, softId } = await seedDemo({ ctx: operator, secret, origin: url });
  const client = new Gatepost({ baseUrl: url, clientKey });
  const { taskId } = await client.createTask({ softId, task: { ...firstTask, websiteURL: `${site.url}/login` } });
  const context = await browser.newContext({ viewport: { width: 1280, height: 940 } });
  const page = await context.newPage();
  await enter(page, { url, operator }, accountId, "ada@example.com");
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.goto(`${url}/dashboard/apps/${softId}?compare=1`);
    await page.locator("figure .recharts-line-curve").last().waitFor();
    await picture(page, `dashboard-${theme}.png`);
    await page.goto(`${url}/dashboard/tasks/${taskId}`);
    await page.getByRole("heading", { name: /Waiting for/ }).waitFor();
    await page.getByRole("img", { name: /page/ }).first().waitFor();
    await picture(page, `waiting-${theme}.png`, 940);
  }
  const sharp = await browser.newContext({ storageState: await context.storageState(), deviceScaleFactor: 1.5 });
  const run = await sharp.newPage();
  await showOneRun({ page: run, url, clientKey, site: site.url });
  await picture(run, "one-run.png", 580, 1240);
} finally {
  await browser.close();
  await operator.close();
  await installation.stop();
  await site.close();
  await server.stop();
}

async function picture(page: Page, name: string, height = 940, width = 1280): Promise<void> {
  const path = join(folder, name);
  await page.screenshot({ path, clip: { x: 0, y: 0, width, height }, animations: "disabled" });
  console.log(`docs/${name}: ${Math.round(statSync(path).size / 1_024)} KB`);
}

interface Run {
  page: Page;
  url: string;
  clientKey: string;
  /** The origin of the demo site. */
  site: string;
}

interface Call {
  method: string;
  request: string;
  response: string;
}

/** Runs the README's task, and shows its calls beside the page that waited and the page that came after it. */
async function showOneRun({ page, url, clientKey, site }: Run): Promise<void> {
  const client = new Gatepost({ baseUrl: url, clientKey });
  const { taskId } = await client.createTask({ task: { ...firstTask, websiteURL: `${site}/login` } });
  const waiting = await client.getTaskResult({ taskId, waitSeconds: 50 });
  if (waiting.status !== "processing" || !waiting.waitingFor.includes(firstLate)) throw new Error("It does not wait.");
  const pictureOfWait = await waitingPicture(page, `${url}/dashboard/tasks/${taskId}`);
  await client.pushAntiGateVariable({ taskId, name: firstLate, value: rightCode });
  let result = await client.getTaskResult({ taskId, waitSeconds: 50 });
  while (result.status !== "ready") result = await client.getTaskResult({ taskId, waitSeconds: 50 });
  const { url: finalUrl = "", screenshots: [picture] = [] } = result.solution;

  const lines = result.solution.texts?.page?.match(/^(?:Welcome.*|\$.*)$/gm) ?? [];
  const read = `… ${lines.join(" … ")} …`;

  const asked = `{…, "taskId": ${taskId}`;
  const { waitingFor, progress } = waiting;
  const calls: Call[] = [
    { method: "createTask", request: `{…, "${firstLate}": "_WAIT_FOR_IT_"}`, response: said({ errorId: 0, taskId }) },
    {
      method: "getTaskResult",
      request: `${asked}}`,
      response: said({ errorId: 0, status: waiting.status, waitingFor, progress, "…": "" }),
    },
    {
      method: "pushAntiGateVariable",
      request: `${asked}, "name": "${firstLate}", "value": "${rightCode}"}`,
      response: said({ errorId: 0, status: "success" }),
    },
    {
      method: "getTaskResult",
      request: `${asked}}`,
      response: said({
        errorId: 0,
        status: result.status,
        solution: { url: finalUrl, texts: { page: read }, "…": "" },
        cost: result.cost,
      }),
    },
  ];
  const local = (text: string) => text.replaceAll(site, "http://127.0.0.1:3900");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1240, height: 580 });
  await page.setContent(
    `<style>${style}</style><div class="calls">${calls.map((call) => callHtml(call, local)).join("")}</div>
    <div class="pages">
      ${pageHtml(local(`${site}/2fa`), `<b class="waits">● waits for ${firstLate}</b>`, pictureOfWait)}
      ${pageHtml(local(finalUrl), '<b class="ready">✓ ready: the task’s own screenshot</b>', `data:image/png;base64,${picture}`)}
    </div>`,
  );
}

/** What the page shows of the page that waits, as a data URL. */
async function waitingPicture(page: Page, address: string): Promise<string> {
  await page.goto(address);
  const picture = page.getByRole("img", { name: /page/ }).first();
  await picture.waitFor();
  // By a canvas: the page's policy allows no other connections.
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width: image.naturalWidth,
      height: image.naturalHeight,
    });
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL();
  });
}

function callHtml({ method, request, response }: Call, local: (text: string) => string): string {
  const marked = escaped(local(response)).replace(/"waitingFor":\[[^\]]*\]/, "<i>$&</i>");
  return `<p><b>POST /${method}</b> ${escaped(request)}</p><p class="response">${marked}</p>`;
}

function pageHtml(address: string, state: string, picture: string): string {
  return `<figure><figcaption>${escaped(address)}${state}</figcaption><img src="${picture}"></figure>`;
}
