import { chromium } from "playwright-core";
import type { Step } from "@gatepost/contract/steps";
import { test, vi } from "vitest";
import { openTestSite, testChromium } from "./test-browser.ts";
import { openTestHouse } from "./test-worker.ts";
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });
const fill = (s: string, v: string): Step => ({ type: "FILL_INPUT", selector: { permanent: s }, value: { variable: v } });
const enter: Step = { type: "PRESS_KEY", key: { permanent: "Enter" } };
const steps: Step[] = [fill("#login","login"), fill("#password","password"), enter, { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" } }, fill("#2facode","code"), enter, { type:"WAIT_FOR_TEXT", text:{permanent:"Welcome"}}, { type:"READ_TEXT", selector:{permanent:"#hello"}, as:{permanent:"t"}}, {type:"TAKE_SCREENSHOT"}];
test("p7", async () => {
  const site = await openTestSite({
    "/": '<form action="/code"><input id="login" name="login"><input id="password" name="password" type="password"><button>Go</button></form>',
    "/code": '<form action="/welcome"><input id="2facode" name="code"></form>',
    "/welcome": '<h1 id="hello">Welcome, Ada</h1><script>localStorage.setItem("greeted", "1")</script>',
  });
  const house = await openTestHouse(site.host);
  await using _ = house.startWorker({ slots: 1 });
  const browser = await chromium.launch({ executablePath: testChromium });
  async function script() {
    const t = performance.now();
    const c = await browser.newContext(); const page = await c.newPage();
    const a = performance.now();
    await page.goto(site.url("/"), { waitUntil: "domcontentloaded" });
    await page.fill("#login", "ada"); await page.fill("#password", "lovelace"); await page.locator("#password").press("Enter");
    await page.fill('[id="2facode"]', "349001"); await page.locator('[id="2facode"]').press("Enter");
    await page.getByText("Welcome").first().waitFor(); await page.locator("#hello").innerText(); await page.screenshot();
    await c.cookies(); await page.evaluate(() => ({ ...localStorage }));
    const b = performance.now();
    await c.close();
    return [performance.now() - t, b - a];
  }
  const q = (xs: number[]) => { const s = xs.toSorted((a, b) => a - b); return `p50 ${s[s.length >> 1]?.toFixed(0)} min ${s[0]?.toFixed(0)} p90 ${s[Math.floor(s.length*0.9)]?.toFixed(0)}`; };
  const script1: number[] = [], inner: number[] = [], ours: number[] = [];
  for (let n = 0; n < 25; n++) {
    const [all = 0, mid = 0] = await script();
    const id = await house.customer.create(site.url("/"), steps, { variables: { login: "ada", password: "lovelace", code: n % 2 ? "349001" : "_WAIT_FOR_IT_" } });
    if (n % 2 === 0) await house.customer.push(id, "code", "349001");
    const t = performance.now();
    await house.customer.end(id);
    const took = performance.now() - t;
    if (n < 3) continue;
    script1.push(all); inner.push(mid); ours.push(took);
    await new Promise((r) => setTimeout(r, 300));
  }
  process.stderr.write(`script ${q(script1)} | without context ${q(inner)} | worker (create..seen ready, poll 20ms) ${q(ours)}\n`);
  await browser.close(); await house.close(); site.close();
});
