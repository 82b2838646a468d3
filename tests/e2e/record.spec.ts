import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { dump } from "../database-dump.ts";
import { expect, test } from "./flow.ts";
import { planOf } from "./live-person.ts";
import { enter } from "./portal.ts";
import { recordedSteps, startRecording } from "./recording-person.ts";

/** A template by doing once what it should do. */

const password = "lovelace";

test("L8: a sign-in with a code is recorded by doing it, saved and run, without a line of JSON", async ({
  installation,
  caller,
  browser,
}) => {
  const { site, operator } = installation;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await enter(page, installation, caller.accountId);
  const live = await startRecording(page, installation, `${installation.site.url}/login`);
  const plan = await planOf(context, `${site.url}/login`);
  const steps = recordedSteps(page);
  await expect(page.getByText(/^(1:00:00|59:\d\d) left for the recording$/)).toBeVisible();

  await live.clickOn(plan.locator("#login"));
  await page.keyboard.type("ada");
  await expect(steps).toHaveText([/Type the login into/]);
  await live.clickOn(plan.locator("#password"));
  await page.keyboard.type(password);
  await expect(steps).toHaveCount(4);
  await live.clickOn(plan.getByRole("button", { name: "Continue" }));
  await expect(steps).toHaveCount(6);
  await expect(steps.last()).toContainText("/2fa*");
  await plan.locator("#login").fill("ada");
  await plan.locator("#password").fill(password);
  await plan.getByRole("button", { name: "Continue" }).click();
  await live.clickOn(plan.locator("id=2facode"));
  await page.keyboard.type(rightCode);
  await expect(steps).toHaveCount(8);
  await page.keyboard.press("Enter");
  await expect(steps).toHaveCount(10);
  await expect(steps.last()).toContainText("/welcome*");

  // A step is changed and another one removed while recording goes on.
  const before = await steps.count();
  await steps.filter({ hasText: "WAIT_FOR_URL" }).click();
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(steps).toHaveCount(before + 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(steps).toHaveCount(before);

  await page.getByLabel("Name", { exact: true }).fill("My sign-in");
  await page.getByRole("button", { name: "Save as template" }).click();
  await expect(page.getByRole("heading", { name: "My sign-in", level: 1 })).toBeVisible();

  await page.getByRole("link", { name: "Run", exact: true }).click();
  await expect(page.getByLabel("Website URL"), "where it was recorded").toHaveValue(`${site.url}/login`);
  await page.getByLabel("Login", { exact: true }).fill("ada");
  await page.getByRole("button", { name: /^Run/ }).click();
  await expect(page).toHaveURL(/\/tasks\/\d+$/);
  await expect(page.getByText("Enter the password.").first()).toBeVisible();
  // The other value can be given early, in a field that is hidden until it is asked for.
  const answer = page.getByLabel("Answer", { exact: true }).filter({ visible: true });
  await answer.fill(password);
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("Enter the code.").first()).toBeVisible();
  await answer.fill(rightCode);
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("Succeeded").first()).toBeVisible();

  const recordings = await operator.db.prisma.task.findMany({
    where: { accountId: caller.accountId },
    select: { errorCode: true },
    orderBy: { id: "asc" },
  });
  expect(recordings.map(({ errorCode }) => errorCode)).toEqual(["ERROR_TASK_CANCELED", null]);
  await context.close();
});

test("what is typed as a password while recording is in no row, log, document or message; a recording that is left or reloaded ends", async ({
  installation,
  caller,
  portal: page,
}) => {
  const { operator, site } = installation;
  const canary = "Canary7391Typed";
  const messages: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => typeof payload === "string" && messages.push(payload)),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  const live = await startRecording(page, installation, `${site.url}/login`);
  const plan = await planOf(page.context(), `${site.url}/login`);
  await live.clickOn(plan.locator("#password"));
  await page.keyboard.type(canary);
  await expect(recordedSteps(page).filter({ hasText: "FILL_INPUT" })).toBeVisible();
  await expect(page, "it is no wait that somebody is to answer").not.toHaveTitle(/^\(/);
  await page.getByLabel("Name", { exact: true }).fill("With a password");
  await page.getByRole("button", { name: "Save as template" }).click();
  await expect(page.getByRole("heading", { name: "With a password", level: 1 })).toBeVisible();
  expect(messages.join()).not.toContain(canary);
  expect(installation.log()).not.toContain(canary);
  expect(await dump(operator.db)).not.toContain(canary);

  const { accountId } = caller;
  const open = () => operator.db.prisma.task.count({ where: { accountId, state: { not: "failed" } } });
  await expect.poll(open).toBe(0);
  await startRecording(page, installation, `${site.url}/login`);
  expect(await open()).toBe(1);
  await page.getByRole("link", { name: "Balance" }).click();
  await expect.poll(open).toBe(0);
  await startRecording(page, installation, `${site.url}/login`);
  await page.reload();
  await expect.poll(open).toBe(0);
  await page.goto(`${installation.url}/dashboard`);
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  await expect(page.getByText("ERROR_TASK_CANCELED")).toHaveCount(0);
});
