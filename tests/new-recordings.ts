import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoSitePort } from "@gatepost/contract/first-task";
import { type Browser, chromium } from "@playwright/test";
import { startSite } from "../apps/cli/src/demo-site/server.ts";
import { findPrograms } from "../apps/worker/src/browser/browsers.ts";
import { selectorTypes, type Visit, visits } from "./recorded-visits.ts";

/**
 * Makes the recordings that tests turn into templates: it drives the Recorder of Chromium's own DevTools, whose pages the
 * browser serves itself, while a visitor acts on the demo site, and exports what it recorded.
 * `node tests/new-recordings.ts` writes all anew, and with names only those.
 */
const folder = join(import.meta.dirname, "../packages/domain/src/templates/recording/test-recordings/demo-site");
const debuggingPort = 9_377;
const origin = `http://127.0.0.1:${debuggingPort}`;

/** What "Export recording" as "JSON" writes of what a visitor did. */
async function record(browser: Browser, url: string, title: string, visit: Visit): Promise<string> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  await page.goto(url);
  const targets = (await (await fetch(`${origin}/json`)).json()) as { id: string; type: string; url: string }[];
  const id = targets.find((target) => target.type === "page" && target.url === url)?.id;
  const tools = await context.newPage();
  const off = selectorTypes.filter((type) => visit.selectors && !visit.selectors.includes(type));
  const { promise: exported, resolve } = Promise.withResolvers<string>();
  await tools.exposeFunction("exported", resolve);
  await tools.addInitScript((types) => {
    for (const type of types) localStorage.setItem(`recorder-${type}-selector-enabled`, "false");
    // In place of the operating system's dialog, which asks where to write the file.
    const write = (text: string) => (globalThis as unknown as { exported(text: string): void }).exported(text);
    const handle = { createWritable: async () => ({ write, close() {} }) };
    Object.assign(globalThis, { showSaveFilePicker: async () => handle });
  }, off);
  const socket = `${new URL(origin).host}/devtools/page/${id}`;
  await tools.goto(`${origin}/devtools/devtools_app.html?ws=${socket}&panel=chrome-recorder`);
  const button = (name: string | RegExp) => tools.getByRole("button", { name }).first();
  await button("Create recording").click();
  await tools.locator("#user-flow-name").fill(title);
  if (visit.attribute) await tools.locator("#selector-attribute").fill(visit.attribute);
  await button("Start recording").click();
  await button("End recording").waitFor();
  await page.bringToFront();
  await visit.act(page);
  await tools.bringToFront();
  await button("End recording").click();
  await button(/^Replay/).waitFor();
  await button("Export recording").click();
  await tools.getByRole("menuitem", { name: "JSON", exact: true }).click();
  const text = await exported;
  await context.close();
  return text;
}

const site = await startSite({ port: demoSitePort });
const browser = await chromium.launch({
  executablePath: findPrograms(process.env).full ?? "",
  args: [`--remote-debugging-port=${debuggingPort}`, `--remote-allow-origins=${origin}`],
});
mkdirSync(folder, { recursive: true });
const named = process.argv.slice(2);
for (const [title, visit] of Object.entries(visits)) {
  if (named.length > 0 && !named.includes(title)) continue;
  writeFileSync(join(folder, `${title}.json`), await record(browser, site.url + visit.path, title, visit));
  console.log(title);
}
await browser.close();
await site.close();
