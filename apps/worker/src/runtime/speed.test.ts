import type { WorkerContext } from "@gatepost/domain/platform/context";
import { size } from "@gatepost/domain/platform/test-size";
import { emptySolution } from "@gatepost/domain/platform/testing";
import { claimTasks } from "@gatepost/domain/tasks/claim-tasks";
import { finishTask } from "@gatepost/domain/tasks/finish-task";
import { registerWorker } from "@gatepost/domain/tasks/workers";
import { signInWith2fa } from "@gatepost/domain/templates/built-in/signing-in";
import { saveTemplate } from "@gatepost/domain/templates/save-template";
import { chromium } from "playwright";
import { expect, test } from "vitest";
import { rightCode } from "../../../cli/src/demo-site/accounts.ts";
import { testProgram } from "../testing/test-browser.ts";
import { openWorkerDemoSite } from "../testing/test-pages.ts";

/** The short forms of P6 and P7: what is measured runs to its end, and says how long it took. `npm run bench -- p6 p7` compares. */

const { site, environment, customer } = await openWorkerDemoSite();
await saveTemplate({ ctx: environment.system, input: { accountId: null, document: signInWith2fa } });

const slots = 4;
const given = {
  login_input_css: "#login",
  login_input_value: "ada",
  password_input_css: "#password",
  password_input_value: "lovelace",
  "2fa_input_css": "#2facode",
  "2fa_input_value": "_WAIT_FOR_IT_",
  control_text: "Welcome, Ada",
};

/** A task whose code is there before it is asked for. */
async function newSignIn(): Promise<number> {
  const taskId = await customer.createOf(signInWith2fa.name, `${site.url}/login`, given);
  await customer.push(taskId, "2fa_input_value", rightCode);
  return taskId;
}

test("P6: tasks are claimed and finished without a browser, each once", async () => {
  const many = size(64, 2_000);
  const left = new Set(await Promise.all(Array.from({ length: many }, newSignIn)));
  const { workerId } = await registerWorker({ ctx: environment.system, input: { slots } });
  const ctx: WorkerContext = { ...environment.system, actor: { kind: "worker", workerId } };
  const ready = { ...emptySolution, url: site.url, domain: "127.0.0.1" };
  const began = performance.now();
  while (left.size > 0) {
    const claimed = await claimTasks({ ctx, input: { limit: slots } });
    expect(claimed.length).toBeGreaterThan(0);
    await Promise.all(
      claimed.map(async ({ taskId, accountId, fence }) => {
        expect(left.delete(taskId)).toBe(true);
        const { status } = await finishTask({ ctx, input: { taskId, accountId, fence, outcome: { ready } } });
        expect(status).toBe("ended");
      }),
    );
  }
  const ms = performance.now() - began;
  console.log(`P6: ${many} tasks, ${slots} at a time, ${(ms / many).toFixed(2)} ms each`);
});

test("P7: sign-ins with 2FA end with what a script of the same steps sees", { timeout: 300_000 }, async () => {
  const many = size(4, 40);
  const ids = await Promise.all(Array.from({ length: many }, newSignIn));
  await environment.pool.warm();
  const began = performance.now();
  await using _ = environment.startWorker({ slots });
  const ends = await Promise.all(ids.map((taskId) => customer.end(taskId, { timeout: 200_000, interval: 50 })));
  const byWorker = performance.now() - began;

  const browser = await chromium.launch({
    executablePath: testProgram(),
    chromiumSandbox: process.getuid?.() !== 0,
  });
  await using _browser = { [Symbol.asyncDispose]: () => browser.close() };
  const from = performance.now();
  const seen: string[] = [];
  let left = many;
  const slot = async () => {
    while (left-- > 0) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${site.url}/login`);
      await page.locator("#login").fill("ada");
      await page.locator("#password").fill("lovelace");
      await page.locator("#password").press("Enter");
      await page.locator('[id="2facode"]').fill(rightCode);
      await page.locator('[id="2facode"]').press("Enter");
      await page.getByText("Welcome, Ada").first().waitFor();
      // biome-ignore lint/performance/useDomNodeTextContent: what a person reads, as READ_TEXT keeps it
      seen.push((await page.locator("body").innerText()).trim());
      await page.screenshot();
      await context.close();
    }
  };
  await Promise.all(Array.from({ length: slots }, slot));
  const handwritten = performance.now() - from;
  for (const end of ends) expect(end).toMatchObject({ status: "ready", solution: { texts: { page: seen[0] } } });
  expect(new Set(seen).size).toBe(1);
  console.log(
    `P7: ${many} sign-ins, ${slots} at a time: ${Math.round(byWorker)} ms, a script ${Math.round(handwritten)} ms`,
  );
});
