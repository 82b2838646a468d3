import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { firstTask } from "@gatepost/contract/first-task";
import { startTestServer } from "@gatepost/db/test-server";
import { chromium, type Page } from "@playwright/test";
import { Gatepost } from "gatepost";
import { startSite } from "../apps/cli/src/demo-site/server.ts";
import { ensureBrowsers } from "../apps/cli/src/up/chromium.ts";
import { ensureWeb } from "../apps/cli/src/up/web-build.ts";
import { seedDemo } from "../prisma/seed.ts";
import { root } from "./checks.ts";
import { enter } from "./e2e/portal.ts";
import { openOperator } from "./factories.ts";
import { startInstallation } from "./installation.ts";
import { showOneRun } from "./one-run-picture.ts";

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
