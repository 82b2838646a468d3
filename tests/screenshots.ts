import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "@gatepost/contract/client";
import { firstCode, firstLate, firstTask } from "@gatepost/contract/first-task";
import { waitForIt } from "@gatepost/contract/limits";
import { startTestServer } from "@gatepost/db/test-server";
import { chromium, type Page } from "@playwright/test";
import { startSite } from "../apps/cli/src/demo-site/server.ts";
import { ensureChromium } from "../apps/cli/src/up/chromium.ts";
import { buildWeb, staleWeb } from "../apps/cli/src/up/web-build.ts";
import { seedDemo } from "../prisma/seed.ts";
import { root } from "./checks.ts";
import { enter } from "./e2e/portal.ts";
import { openOperator } from "./factories.ts";
import { startInstallation } from "./installation.ts";

/**
 * Takes the pictures of docs/: the demo's dashboard and a task that waits, light and dark, and a whole run for the README. Run by
 * `npm run screenshots`.
 */
const folder = join(root, "docs");
mkdirSync(folder, { recursive: true });
const stale = await staleWeb();
if (stale) await buildWeb(stale);
const executablePath = await ensureChromium({ log: console.log });
const server = await startTestServer();
const site = await startSite();
const installation = await startInstallation({ worker: true, egressAllow: `127.0.0.1:${site.port}` });
const operator = openOperator(installation);
const browser = await chromium.launch({ executablePath });
try {
  const { url, secret } = installation;
  const { clientKey, accountId, softId } = await seedDemo({ ctx: operator, secret, origin: url });
  const client = createClient({ baseUrl: url, clientKey });
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
    await picture(page, `waiting-${theme}.png`);
  }
  const waitingPage = await page.getByRole("img", { name: /page/ }).first().screenshot();
  await page.setViewportSize({ width: 1240, height: 580 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setContent(await oneRun(client, taskId, waitingPage));
  await picture(page, "one-run.png", { width: 1240, height: 580 });
} finally {
  await browser.close();
  await operator.close();
  await installation.stop();
  await site.close();
  await server.stop();
}

async function picture(page: Page, name: string, size = { width: 1280, height: 940 }): Promise<void> {
  const path = join(folder, name);
  await page.screenshot({ path, clip: { x: 0, y: 0, ...size }, animations: "disabled" });
  console.log(`docs/${name}: ${Math.round(statSync(path).size / 1_024)} KB`);
}

/** A page that shows the calls of the README and what they returned for this task, beside the site's page before and after. */
async function oneRun(client: Client, taskId: number, waitingPage: Buffer): Promise<string> {
  const waiting = await client.getTaskResult({ taskId });
  const pushed = await client.pushAntiGateVariable({ taskId, name: firstLate, value: firstCode });
  const ready = await client.getTaskResult({ taskId, waitSeconds: 30 });
  if (waiting.status !== "processing" || ready.status !== "ready")
    throw new Error("The task did not wait and succeed.");
  const { url, texts, screenshots = [] } = ready.solution;
  const welcome = (texts?.page ?? "").split("\n").filter((line) => /Welcome|\$/.test(line));
  const calls: [method: string, request: object, response: object][] = [
    [
      "createTask",
      { task: { templateName: firstTask.templateName, variables: { [firstLate]: waitForIt } } },
      { errorId: 0, taskId },
    ],
    [
      "getTaskResult",
      { taskId },
      { status: waiting.status, waitingFor: waiting.waitingFor, progress: waiting.progress },
    ],
    ["pushAntiGateVariable", { taskId, name: firstLate, value: firstCode }, pushed],
    [
      "getTaskResult",
      { taskId },
      { status: ready.status, solution: { url, texts: { page: welcome.join(" … ") } }, cost: ready.cost },
    ],
  ];
  const text = (value: object) =>
    JSON.stringify(value).replaceAll(site.url, "http://127.0.0.1:3900").replaceAll('":', '": ').replaceAll(',"', ', "');
  const shot = (png: string, caption: string) =>
    `<figure><figcaption>${caption}</figcaption><img src="data:image/png;base64,${png}"></figure>`;
  return `<style>
    body { margin: 0; padding: 32px; display: grid; grid-template-columns: 600px 1fr; gap: 32px; background: #f3f1ed; font: 14px/1.5 system-ui; color: #1c1a17 }
    main { padding: 8px 24px; border-radius: 10px; background: #1f1d1b; color: #aaa49b; font: 13px/1.55 monospace; overflow-wrap: anywhere }
    b { color: #5cc9ba } em { color: #f2efea; font-style: normal }
    div { display: grid; gap: 16px; align-content: start }
    figure { margin: 0; border: 1px solid #e3dfd8; border-radius: 10px; overflow: hidden; background: #fff; height: 248px }
    figcaption { padding: 8px 14px; border-bottom: 1px solid #e3dfd8 } img { width: 100% }
  </style><main>${calls
    .map(
      ([method, request, response]) => `<p><b>POST /${method}</b> <em>${text(request)}</em><br>${text(response)}</p>`,
    )
    .join("")}</main><div>${shot(waitingPage.toString("base64"), "● The task waits with its page open")}${shot(
    screenshots[0] ?? "",
    "✓ Ready, a moment after the code was pushed",
  )}</div>`;
}
