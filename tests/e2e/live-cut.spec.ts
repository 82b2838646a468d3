import { setTimeout as sleep } from "node:timers/promises";
import type { WrittenStep } from "@gatepost/contract/steps";
import { createUser } from "@gatepost/domain/people/create-user";
import { isLong, timeBound } from "@gatepost/domain/platform/test-size";
import { chromium, expect, test } from "@playwright/test";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { newEmail, password, passwordHash } from "../portal-session.ts";
import { openRelay } from "../relay.ts";
import { newCaller } from "./flow.ts";
import { LivePerson, middleOf, placesOn } from "./live-person.ts";
import { startWeb } from "./web.ts";

const cutMs = isLong ? 10_000 : 0;
const backMs = timeBound(2_000);
const steps: WrittenStep[] = [
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "done", kind: "live" },
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", kind: "code" },
  { type: "READ_TEXT", selector: "#did", as: "did" },
];

/** Over plain HTTP from another machine, because browsers have fewer functions there. */
test("L4: a person watches, takes over and answers; after the network was cut, and after a web server was killed, the picture is back, and task and control go on", async ({
  launchOptions,
}) => {
  const site = await startSite();
  const relay = await openRelay("http://gatepost.test");
  const { origin } = new URL(relay.url);
  await using web = await startWeb({
    worker: true,
    egressAllow: `127.0.0.1:${site.port}`,
    env: { GATEPOST_ORIGIN: origin, GATEPOST_DRAIN_SECONDS: "0" },
  });
  relay.leadTo(web.url);
  const caller = await newCaller({ ...web, url: origin.replace("gatepost.test", "127.0.0.1"), site });
  const taskId = await caller.run(steps, "/by-hand", { done: "_WAIT_FOR_IT_", code: "_WAIT_FOR_IT_" });
  const email = newEmail();
  await createUser({ ctx: web.operator, input: { email, passwordHash, account: { accountId: caller.accountId } } });

  const args = [...(launchOptions.args ?? []), "--host-resolver-rules=MAP gatepost.test 127.0.0.1"];
  const browser = await chromium.launch({ ...launchOptions, args });
  const name = await placesOn(browser, `${site.url}/by-hand`, (page) => middleOf(page.locator("#name")));
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  await caller.untilWaiting(taskId, "done");
  await page.goto(`${origin}/dashboard/tasks/${taskId}`);
  expect(await page.evaluate("isSecureContext")).toBe(false);
  await page.getByRole("button", { name: "Copy answer link" }).first().click();
  await expect(page.getByText(`${origin}/answer`)).toBeVisible();

  await page.getByRole("button", { name: "Watch live" }).click();
  const person = new LivePerson(page);
  await person.untilSeen();
  await expect(page.getByRole("status").filter({ hasText: "The task controls the page." })).toBeVisible();
  await expect(page.getByText(`127.0.0.1:${site.port}`, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^\d+:\d\d left for the task$/).first()).toBeVisible();
  // The whole window, although it was made small while nobody watched.
  await expect(person.canvas).toHaveAttribute("width", "1280");
  await expect(person.canvas).toHaveAttribute("height", "720");
  await page.getByRole("button", { name: "Take over" }).click();
  await expect(page.getByText("You control the page.")).toBeVisible();
  await person.live.scrollIntoViewIfNeeded();
  await person.untilPicture(async () => {
    await person.click(name);
    await page.keyboard.type("Ada");
  });

  relay.cut();
  await expect(page.getByText(/^The connection was cut at .* UTC. Reconnecting…$/)).toBeVisible();
  await sleep(cutMs);
  const restored = performance.now();
  await person.untilPicture(async () => relay.restore());
  expect(performance.now() - restored).toBeLessThan(backMs);
  await expect(page.getByText("You control the page.")).toBeVisible();

  await web.killWeb();
  const restarted = performance.now();
  await person.untilPicture(async () => relay.leadTo(web.url));
  expect(performance.now() - restarted).toBeLessThan(backMs);
  await expect(page.getByText("You control the page.")).toBeVisible();
  expect(await caller.client.getTaskResult({ taskId })).toMatchObject({ controlledBy: "person", waitingFor: ["done"] });

  await page.keyboard.type(" Lovelace");
  await page.getByRole("button", { name: "Hand back" }).click();
  await page.getByRole("button", { name: /^Next: / }).click();
  await caller.untilWaiting(taskId, "code");
  await page.getByLabel("Answer", { exact: true }).filter({ visible: true }).fill("1");
  await page.getByRole("button", { name: "Send answer" }).click();
  expect((await caller.solution(taskId)).texts).toEqual({ did: "name: Ada Lovelace" });
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  await expect(page.getByText("Copy failed: select the text and copy it")).toBeVisible();
  expect(complaints).toEqual([]);
  await browser.close();
  relay.close();
  await site.close();
});
