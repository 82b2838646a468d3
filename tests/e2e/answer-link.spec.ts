import type { WrittenStep } from "@gatepost/contract/steps";
import type { Request } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { type Caller, expect, signIn, test } from "./flow.ts";
import { enter } from "./portal.ts";

const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

async function newLink(caller: Caller, taskId: number, name: string): Promise<string> {
  await caller.untilWaiting(taskId, name);
  const { url } = await caller.client.createAnswerLink({ taskId, name });
  return url;
}

test("U8: a person with a phone and a link answers; the first code is refused, the second one taken; the portal sees it", async ({
  installation,
  caller,
  browser,
}) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  const link = await newLink(caller, taskId, "2fa_input_value");

  const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await enter(office, installation, caller.accountId);
  await office.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await expect(office.getByText(/Waiting for/)).toBeVisible();

  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(link);
  const field = page.getByLabel("Answer");
  await expect(page.getByRole("img", { name: "The page that asks" })).toBeVisible();
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  // One screen, nothing cut: who asks, for what, the page's picture, the field with its button, the time left.
  for (const part of [
    page.getByText(caller.email),
    page.getByRole("heading", { level: 1 }),
    page.getByRole("img", { name: "The page that asks" }),
    field,
    page.getByRole("button", { name: "Send answer" }),
    page.getByText(/\d+:\d\d left/),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);

  await field.fill("000000");
  await page.getByRole("button", { name: "Send answer" }).tap();
  await expect(page.getByText("Sent. The task continues.")).toBeVisible();
  // The site refuses it, and the page asks again by itself.
  await expect(page.getByText("Attempt 2: the site refused the last answer.")).toBeVisible({ timeout: 30_000 });
  await expect(office.getByText(/Waiting for/)).toBeVisible();
  await page.getByLabel("Answer").fill("349001");
  const polled: string[] = [];
  office.on("request", (request) => /tasks\.get\b/.test(request.url()) && polled.push(request.url()));
  await page.getByRole("button", { name: "Send answer" }).tap();
  await expect(page.getByText("Sent. The task continues.")).toBeVisible();
  await expect(office.getByText(/Waiting for/)).toBeHidden();
  // The page was notified at once; it did not poll.
  expect(polled).toEqual([]);
  const { texts } = await caller.solution(taskId);
  expect(texts.page).toContain("1,284.50");
  // The link has ended with the task, but the page does not take back what it said.
  await expect(page.getByText("You can close this page.")).toBeVisible();
  await expect(page.getByText("Sent. The task continues.")).toBeVisible();
  await context.close();
  await office.context().close();
});

test("the page stays as it is while its picture comes, its phone sleeps and its task goes on; axe finds nothing on it", async ({
  installation,
  caller,
  portal: page,
}) => {
  const wait = (name: string): WrittenStep => ({ type: "WAIT_FOR_VARIABLE_VALUE", name, kind: "code" });
  const variables = { first: "_WAIT_FOR_IT_", second: "_WAIT_FOR_IT_" };
  const taskId = await caller.run([wait("first"), wait("second")], "/", variables);
  const link = await newLink(caller, taskId, "first");
  await page.setViewportSize(phone.viewport);
  const picture = page.getByRole("img", { name: "The page that asks" });
  const field = page.getByLabel("Answer", { exact: true }).filter({ visible: true });
  for (const [url, request] of [
    [link, (sent: Request) => sent.method() === "POST"],
    [`${installation.url}/dashboard/tasks/${taskId}`, (sent: Request) => sent.url().includes("tasks.picture")],
  ] as const) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/answer|api.trpc/, async (route) => {
      if (request(route.request())) await released;
      await route.continue();
    });
    const asked = page.waitForRequest(request);
    await page.goto(url);
    await asked;
    await expect(field).toBeVisible();
    const before = await field.boundingBox();
    release();
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    expect(await field.boundingBox(), url).toEqual(before);
    await page.unrouteAll({ behavior: "wait" });
  }

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(link, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await released;
    await route.fulfill({ status: 404 });
  });
  await page.goto(link);
  const before = await field.boundingBox();
  release();
  await expect(page.getByText("There is no screenshot of the page.")).toBeVisible();
  expect(await field.boundingBox()).toEqual(before);
  await page.unrouteAll({ behavior: "wait" });

  await page.route(link, (route) => route.fulfill({ status: 204 }));
  await field.fill("1");
  const send = page.getByRole("button", { name: "Send answer" });
  await send.click();
  await expect(send).toBeDisabled();
  // Safari comes back to the page as it was left, of which this event alone tells.
  await page.evaluate("dispatchEvent(new Event('pageshow'))");
  await expect(send, "what could not be sent can be sent again").toBeEnabled();
  await page.unrouteAll({ behavior: "wait" });

  await page.clock.install();
  await page.goto(link);
  await expect(page.getByText(/[1-9]:\d\d left/)).toBeVisible();
  // Asleep, its clock goes on, and the time since the page was loaded does not.
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await page.clock.runFor(1_000);
  await expect(page.getByText("0:00 left")).toBeVisible();
  await field.fill("1");
  await send.click();
  await expect(page.getByText("Sent. The task continues.")).toBeVisible();
  // It looks every few seconds whether the site asks again.
  for (let looks = 0; looks < 2; looks++) {
    const looked = page.waitForResponse(link);
    await page.clock.runFor(3_000);
    await looked;
  }
  await expect(page.getByText("Sent. The task continues.")).toBeVisible();

  const next = await newLink(caller, taskId, "second");
  const other = await page.context().newPage();
  await other.setViewportSize(phone.viewport);
  await other.goto(next);
  await expect(other.getByRole("img", { name: "The page that asks" })).toBeVisible();
  await other.getByText("Decline to answer").click();
  await expectAccessible(other, "open");
  await other.getByLabel("Reason").fill("I did not ask for it.");
  await other.getByRole("button", { name: "Decline and end the task" }).click();
  await expect(other.getByRole("heading", { name: "Declined. The task has ended." })).toBeVisible();
  await expectAccessible(other, "declined");
  await other.goto(next);
  await expect(other.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await expectAccessible(other, "gone");
  await expect(page.getByText("You can close this page.")).toBeVisible();
});
