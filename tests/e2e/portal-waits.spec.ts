import { expect, signIn, test } from "./flow.ts";
import { enter } from "./portal.ts";

test("each open page of the portal shows a new wait by badge, title and icon, and its end, of which one notifies before; links are revoked and the task is cancelled only once that is confirmed", async ({
  installation,
  caller,
  browser,
}) => {
  const context = await browser.newContext();
  // As in Chrome on Android, which has permission and still cannot notify.
  await context.addInitScript(`
    document.hasFocus = () => false;
    globalThis.Notification = class { static permission = "granted"; constructor(title) { console.info(title); throw new TypeError("Illegal constructor"); } };`);
  const notified: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "info") notified.push(message.text());
  });
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
  await installation.operator.sql`
    update variable set awaited_at = now() - interval '400 seconds', deadline_tick = (select tick from service_clock) + 60
     where task_id = ${taskId} and awaited_at is not null`;
  await expect.poll(() => notified).toEqual(["A task waits for an answer", "A task will stop waiting soon"]);
  // A page that is opened keeps the mark.
  await first.getByRole("link", { name: "Account" }).first().click();
  await expect(first).toHaveTitle(/^\(1\) Account/);

  await first.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await caller.client.createAnswerLink({ taskId, name: "2fa_input_value" });
  const press = (name: string) => first.getByRole("button", { name, exact: true }).click();
  await press("Revoke answer links…");
  await press("Revoke answer links");
  await expect(first.getByText("1 link revoked.")).toBeVisible();
  await press("Cancel task…");
  await press("Keep it");
  await caller.untilWaiting(taskId, "2fa_input_value");
  await press("Cancel task…");
  await press("Cancel task");
  await expect(first.getByText("ERROR_TASK_CANCELED").first()).toBeVisible();
  await expect(first.getByRole("button", { name: "Cancel task…" })).toHaveCount(0);
  expect((await caller.failure(taskId)).errorCode).toBe("ERROR_TASK_CANCELED");
  for (const badge of badges) await expect(badge).toBeHidden();
  await expect(second).toHaveTitle(/^Balance/);
  await expect(first.locator("link[rel=icon]").first()).toHaveAttribute("href", /icon/);
  await context.close();
});
