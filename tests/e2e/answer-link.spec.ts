import type { WrittenStep } from "@gatepost/contract/steps";
import type { Request } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { type Caller, expect, signIn, test } from "./flow.ts";
import { enter } from "./portal.ts";

const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
const name = "2fa_input_value";

async function newLink(caller: Caller, taskId: number): Promise<string> {
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
  const link = await newLink(caller, taskId);

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

test("an answer is for the question that its page shows, also if the task asks the next one meanwhile", async ({
  caller,
  browser,
}) => {
  const wait: WrittenStep = {
    type: "WAIT_FOR_VARIABLE_VALUE",
    name: "approve",
    prompt: "Pay this invoice?",
    kind: "yes_no",
  };
  const twice: WrittenStep = { type: "REPEAT_WHILE_ELEMENT", selector: "body", max: 2, steps: [wait] };
  const taskId = await caller.run([twice], "/", { approve: "_WAIT_FOR_IT_" });
  await caller.untilWaiting(taskId, "approve");
  const { url } = await caller.client.createAnswerLink({ taskId, name: "approve" });
  const context = await browser.newContext(phone);
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto(url);
  await second.goto(url);
  const { version } = (await caller.client.getTaskResult({ taskId })) as { version: string };
  await first.getByRole("button", { name: "Yes" }).tap();
  await expect(first.getByText("Sent. The task continues.")).toBeVisible();
  await expect
    .poll(async () => caller.client.getTaskResult({ taskId }), { intervals: [100] })
    .toMatchObject({ waitingFor: ["approve"], version: expect.not.stringMatching(version) });

  await second.getByRole("button", { name: "Yes" }).tap();
  await expect(second.getByRole("alert")).toHaveText(
    "The question has changed. Nothing was sent: look at what is asked now.",
  );
  expect(await caller.client.getTaskResult({ taskId })).toMatchObject({ waitingFor: ["approve"] });
  await second.getByRole("button", { name: "No" }).tap();
  await expect(second.getByText("Sent. The task continues.")).toBeVisible();
  await caller.solution(taskId);
  await context.close();
});

test("an answer can be sent again on the page to which one came back because it could not be sent", async ({
  installation,
  caller,
  page,
}) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  await page.goto(await newLink(caller, taskId));
  await page.route("**/answer/*", (route) => route.fulfill({ status: 204 }));
  await page.getByLabel("Answer").fill("349001");
  const send = page.getByRole("button", { name: "Send answer" });
  await send.click();
  await expect(send).toBeDisabled();
  // Safari comes back to the page as it was left, of which this event alone tells.
  await page.evaluate("dispatchEvent(new Event('pageshow'))");
  await expect(send).toBeEnabled();
});

test("a phone that wakes up shows the time that is left then", async ({ installation, caller, page }) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  const link = await newLink(caller, taskId);
  await page.clock.install();
  await page.goto(link);
  await expect(page.getByText(/[1-9]:\d\d left/)).toBeVisible();
  // Asleep, its clock goes on, and the time since the page was loaded does not.
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await page.clock.runFor(1_000);
  await expect(page.getByText("0:00 left")).toBeVisible();
});

test("while the task goes on after an answer, the page keeps what it said", async ({ caller, browser }) => {
  const wait = (name: string): WrittenStep => ({ type: "WAIT_FOR_VARIABLE_VALUE", name });
  const variables = { first: "_WAIT_FOR_IT_", second: "_WAIT_FOR_IT_" };
  const taskId = await caller.run([wait("first"), wait("second")], "/", variables);
  await caller.untilWaiting(taskId, "first");
  const { url } = await caller.client.createAnswerLink({ taskId, name: "first" });
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("textbox").first().fill("1");
  await page.getByRole("button", { name: /^Send/ }).tap();
  await expect(page.getByText("Sent. The task continues.")).toBeVisible();
  // It looks every few seconds whether the site asks again.
  for (let looks = 0; looks < 2; looks++) await page.waitForResponse(url);
  await expect(page.getByText("Sent. The task continues.")).toBeVisible();
  await caller.client.cancelTask({ taskId });
  await expect(page.getByText("You can close this page.")).toBeVisible();
  await context.close();
});

test("a picture that comes later, or does not come, moves neither the link's field nor the portal's", async ({
  installation,
  caller,
  portal: page,
}) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  const link = await newLink(caller, taskId);
  const picture = page.getByRole("img", { name: "The page that asks" });
  const field = page.getByLabel("Answer", { exact: true });
  await page.setViewportSize(phone.viewport);
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
});

test("axe finds nothing on answer pages, light and dark, and nothing is wider than the screen", async ({
  installation,
  caller,
  browser,
}) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  const link = await newLink(caller, taskId);
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByRole("img", { name: "The page that asks" })).toBeVisible();
  await page.getByText("Decline to answer").tap();
  await expectAccessible(page, "open");
  await page.getByLabel("Reason").fill("I did not ask for it.");
  await page.getByRole("button", { name: "Decline and end the task" }).tap();
  await expect(page.getByRole("heading", { name: "Declined. The task has ended." })).toBeVisible();
  await expectAccessible(page, "declined");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await expectAccessible(page, "gone");
  await context.close();
});
