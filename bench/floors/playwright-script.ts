import { chromium } from "@playwright/test";
import { browserFlags } from "../../apps/worker/src/browser/chromium-flags.ts";
import { answerQuestions } from "../helper.ts";

export interface Script {
  /** The page with the login form. */
  url: string;
  code: string;
  tasks: number;
  /** Tasks at once. */
  slots: number;
}

/** Milliseconds that each task took, from its start to its result, and that all of them took together. */
export interface Scripted {
  each: number[];
  all: number;
  /** The part of each task that creating its browser context and page took. */
  opening?: number[];
}

/** The steps of the built-in sign-in with 2FA as a hand-written script, in one browser that already runs. */
const browser = await chromium.launch({
  executablePath: process.env.PROGRAM as string,
  chromiumSandbox: process.getuid?.() !== 0,
  // With the worker's flags, so that only the work is compared.
  args: browserFlags,
});

async function signIn({ url, code }: Script): Promise<{ took: number; opening: number }> {
  const from = performance.now();
  const context = await browser.newContext();
  const page = await context.newPage();
  const opening = performance.now() - from;
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.locator("#login").waitFor();
  await page.locator("#login").fill("ada");
  await page.locator("#password").fill("lovelace");
  await page.locator("#password").press("Enter");
  await page.locator('[id="2facode"]').waitFor();
  await page.locator('[id="2facode"]').fill(code);
  await page.locator('[id="2facode"]').press("Enter");
  await page.getByText("Welcome, Ada").first().waitFor();
  const result = {
    // biome-ignore lint/performance/useDomNodeTextContent: what a person reads, as READ_TEXT keeps it
    text: await page.locator("body").innerText(),
    screenshot: await page.screenshot(),
    cookies: await context.cookies(),
    storage: await page.evaluate(() => ({ ...localStorage })),
    url: page.url(),
  };
  if (!result.text.includes("$1,284.50")) throw new Error(`The page said: ${result.text}`);
  const took = performance.now() - from;
  await context.close();
  return { took, opening };
}

answerQuestions(async (script: Script): Promise<Scripted> => {
  const from = performance.now();
  const done: { took: number; opening: number }[] = [];
  let left = script.tasks;
  const slot = async () => {
    while (left-- > 0) done.push(await signIn(script));
  };
  await Promise.all(Array.from({ length: script.slots }, slot));
  const [each, opening] = [done.map(({ took }) => took), done.map((one) => one.opening)];
  return { each, all: performance.now() - from, opening };
});
