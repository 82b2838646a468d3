import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoSitePort } from "@gatepost/contract/first-task";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startSite } from "../apps/cli/src/demo-site/server.ts";
import { findPrograms } from "../apps/worker/src/browser/engine-programs.ts";

/**
 * Makes the recordings that tests turn into templates: it drives the Recorder of Chromium's own DevTools, whose pages the
 * browser serves itself, while a visitor acts on the demo site. `node tests/new-recordings.ts` writes them anew.
 */
const folder = join(import.meta.dirname, "../packages/domain/src/template/recording/test-recordings/demo-site");
const debuggingPort = 9_377;
const origin = `http://127.0.0.1:${debuggingPort}`;
const selectorTypes = ["css", "aria", "text", "xpath", "pierce"] as const;

interface Visit {
  path: string;
  /** The kinds of selectors that are recorded; all unless named. */
  selectors?: readonly (typeof selectorTypes)[number][];
  act(page: Page): Promise<unknown>;
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.keyboard.type(text);
}

const visits: Record<string, Visit> = {
  "sign-in": {
    path: "/login",
    async act(page) {
      await typeInto(page, "Login", "ada");
      await page.keyboard.press("Tab");
      await page.keyboard.type("lovelace");
      await page.getByRole("button").click();
      await typeInto(page, "Code", "000000");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      await typeInto(page, "Code", "349001");
      await page.keyboard.press("Enter");
      await page.getByText("Welcome").waitFor();
    },
  },
  "order-by-xpath": {
    path: "/order",
    selectors: ["xpath"],
    async act(page) {
      // A choice made by script would not be recorded.
      await page.getByLabel("Country").focus();
      await page.keyboard.press("J");
      await page.getByLabel("By courier").check();
      await page.getByLabel("I agree").check();
      await page.getByRole("button").click();
      await page.getByRole("button", { name: "Confirm the order" }).click();
      await page.getByText("Your order is confirmed").waitFor();
    },
  },
  "card-in-frame": {
    path: "/jobs/card-frame",
    selectors: ["aria", "css"],
    async act(page) {
      const frame = page.frameLocator("iframe");
      for (const [label, text] of [
        ["Card number", "4242424242424242"],
        ["Expiry date", "04/29"],
        ["Security code", "123"],
      ] as const) {
        await frame.getByLabel(label).click();
        await page.keyboard.type(text);
      }
      await frame.getByRole("button").click();
      await page.getByText("Paid with").waitFor();
    },
  },
  "payment-in-frame": {
    path: "/payment",
    selectors: ["aria", "css", "text"],
    async act(page) {
      await page.frameLocator("iframe").getByLabel("Card number").click();
      await page.keyboard.type("4242424242424242");
      await page.frameLocator("iframe").getByRole("button").click();
      await page.getByText("Paid with").waitFor();
    },
  },
  "chat-in-shadow-roots": {
    path: "/jobs/chat-widget",
    selectors: ["css", "pierce"],
    async act(page) {
      await page.getByRole("button", { name: "Chat" }).click();
      await typeInto(page, "Message", "My card is lost");
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Your case is").waitFor();
    },
  },
  "newsletter-by-text": {
    path: "/jobs/cookie-banner?banner=yes",
    selectors: ["text", "aria", "xpath"],
    async act(page) {
      await page.getByRole("button", { name: "Accept" }).click();
      await typeInto(page, "Email", "ada@example.com");
      await page.getByRole("button", { name: "Subscribe" }).click();
      await page.getByText("You are subscribed").waitFor();
    },
  },
  "claim-in-two-tabs": {
    path: "/jobs/second-tab",
    async act(page) {
      const opened = page.context().waitForEvent("page");
      await page.getByRole("link", { name: "Where is my reference?" }).click();
      const tab = await opened;
      await tab.bringToFront();
      await tab.locator("#number").click();
      await tab.waitForTimeout(1_000);
      await page.bringToFront();
      await typeInto(page, "Reference", "GP-2207-18");
      await page.keyboard.press("Enter");
      await page.getByText("Your claim is open").waitFor();
    },
  },
};

/** The user flow that DevTools keeps, which "Export as a JSON file" writes. */
async function record(browser: Browser, url: string, title: string, { selectors, act }: Visit): Promise<unknown> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  const targets = (await (await fetch(`${origin}/json`)).json()) as { id: string; type: string; url: string }[];
  const id = targets.find((target) => target.type === "page" && target.url === url)?.id;
  const tools = await context.newPage();
  const off = selectorTypes.filter((type) => selectors && !selectors.includes(type));
  await tools.addInitScript((types) => {
    for (const type of types) localStorage.setItem(`recorder-${type}-selector-enabled`, "false");
  }, off);
  const socket = `${new URL(origin).host}/devtools/page/${id}`;
  await tools.goto(`${origin}/devtools/devtools_app.html?ws=${socket}&panel=chrome-recorder`);
  await tools.getByRole("button", { name: "Create recording" }).first().click();
  await tools.locator("#user-flow-name").fill(title);
  await tools.getByRole("button", { name: "Start recording" }).click();
  await tools.getByRole("button", { name: "End recording" }).first().waitFor();
  await page.bringToFront();
  await act(page);
  await tools.bringToFront();
  await tools.getByRole("button", { name: "End recording" }).first().click();
  await tools
    .getByRole("button", { name: /^Replay/ })
    .first()
    .waitFor();
  const kept = await tools.evaluate(() => localStorage.getItem("recorder-recordings-ng") ?? "[]");
  await context.close();
  return (JSON.parse(kept) as { flow: unknown }[]).at(-1)?.flow;
}

const site = await startSite({ port: demoSitePort });
const browser = await chromium.launch({
  executablePath: findPrograms(process.env).full ?? "",
  args: [`--remote-debugging-port=${debuggingPort}`, `--remote-allow-origins=${origin}`],
});
mkdirSync(folder, { recursive: true });
for (const [title, visit] of Object.entries(visits)) {
  const flow = await record(browser, site.url + visit.path, title, visit);
  writeFileSync(join(folder, `${title}.json`), `${JSON.stringify(flow, null, 2)}\n`);
  console.log(title);
}
await browser.close();
await site.close();
