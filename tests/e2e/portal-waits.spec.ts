import { expect, signIn, test } from "./flow.ts";
import { enter } from "./portal.ts";

test("each open page of the portal shows a new wait by badge, title and icon, and its end", async ({
  installation,
  caller,
  browser,
}) => {
  const context = await browser.newContext();
  // As in Chrome on Android, which has permission and still cannot notify.
  await context.addInitScript(`
    document.hasFocus = () => false;
    globalThis.Notification = class { static permission = "granted"; constructor() { throw new TypeError("Illegal constructor"); } };`);
  const pages = [await context.newPage(), await context.newPage()];
  const [first, second] = pages;
  if (!first || !second) throw new Error("There are two pages.");
  await enter(first, installation, caller.accountId);
  await first.goto(`${installation.url}/dashboard/keys`);
  await second.goto(`${installation.url}/dashboard/balance`);
  // What is asked now and then does not count.
  await context.route("**/api/trpc/account.me*", (route) => route.abort());
  const badges = pages.map((page) =>
    page.getByRole("navigation", { name: "Portal", exact: true }).getByText("1 waiting"),
  );
  for (const badge of badges) await expect(badge).toBeHidden();

  const { taskId } = await caller.client.createTask(signIn(installation.site));
  await caller.untilWaiting(taskId, "2fa_input_value");
  for (const badge of badges) await expect(badge).toBeVisible();
  await expect(first).toHaveTitle(/^\(1\) Keys/);
  await expect(second).toHaveTitle(/^\(1\) Balance/);
  await expect(first.locator("link[rel=icon]").first()).toHaveAttribute("href", /^data:image/);
  // A page that is opened keeps the mark.
  await first.getByRole("link", { name: "Account" }).first().click();
  await expect(first).toHaveTitle(/^\(1\) Account/);

  await caller.client.pushAntiGateVariable({ taskId, name: "2fa_input_value", value: "349001" });
  for (const badge of badges) await expect(badge).toBeHidden();
  await expect(second).toHaveTitle(/^Balance/);
  await expect(first.locator("link[rel=icon]").first()).toHaveAttribute("href", /icon/);
  await context.close();
});

test("a task is cancelled last on its page, and its answer links are revoked, only once that is confirmed", async ({
  installation,
  caller,
  portal: page,
}) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  await caller.untilWaiting(taskId, "2fa_input_value");
  await page.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await caller.client.createAnswerLink({ taskId, name: "2fa_input_value" });
  await page.getByRole("button", { name: "Revoke answer links…" }).click();
  await page.getByRole("button", { name: "Revoke answer links", exact: true }).click();
  await expect(page.getByText("1 link revoked.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel task…" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await caller.untilWaiting(taskId, "2fa_input_value");
  await page.getByRole("button", { name: "Cancel task…" }).click();
  await page.getByRole("button", { name: "Cancel task", exact: true }).click();
  await expect(page.getByText("ERROR_TASK_CANCELED").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel task…" })).toHaveCount(0);
  expect((await caller.failure(taskId)).errorCode).toBe("ERROR_TASK_CANCELED");
});
