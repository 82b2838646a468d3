import { createUser } from "@gatepost/domain/people/create-user";
import { chromium } from "@playwright/test";
import { freePort } from "../free-port.ts";
import { newEmail, password, passwordHash } from "../portal-session.ts";
import { expect, newCaller, signIn as signInTask, test } from "./flow.ts";
import { startWeb } from "./web.ts";

test("over plain HTTP from another machine, where browsers have fewer functions, a person watches, takes over, shares and answers", async ({
  installation,
  launchOptions,
}) => {
  const port = await freePort();
  const url = `http://gatepost.test:${port}`;
  await using web = await startWeb({
    worker: true,
    egressAllow: `127.0.0.1:${installation.site.port}`,
    env: { PORT: String(port), GATEPOST_ORIGIN: url, GATEPOST_DRAIN_SECONDS: "0" },
  });
  const caller = await newCaller({ ...web, site: installation.site });
  const { taskId } = await caller.client.createTask(signInTask(installation.site));
  await caller.untilWaiting(taskId, "2fa_input_value");

  const browser = await chromium.launch({
    ...launchOptions,
    args: ["--host-resolver-rules=MAP gatepost.test 127.0.0.1"],
  });
  const email = newEmail();
  await createUser({ ctx: web.operator, input: { email, passwordHash, account: { accountId: caller.accountId } } });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  await page.goto(`${url}/dashboard/tasks/${taskId}`);
  expect(await page.evaluate("isSecureContext")).toBe(false);

  await page.getByRole("button", { name: "Copy answer link" }).click();
  await expect(page.getByText(`${url}/answer`)).toBeVisible();
  await page.getByRole("button", { name: "Watch live" }).click();
  const live = page.getByRole("application", { name: "Live page" });
  await expect(live.locator("canvas")).toHaveAttribute("data-frames", /[1-9]/);
  await page.getByRole("button", { name: "Take over" }).click();
  await page.getByRole("button", { name: "Hand back" }).click();
  await page.getByRole("button", { name: /^Again: / }).click();
  await page.getByLabel("Answer").fill("349001");
  await page.getByRole("button", { name: "Send answer" }).click();
  expect((await caller.solution(taskId)).url).toBe(`${installation.site.url}/welcome`);
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  await expect(page.getByText("Copy failed: select the text and copy it")).toBeVisible();
  expect(complaints).toEqual([]);
  await browser.close();
});
