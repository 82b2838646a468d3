import { expect, signIn, test } from "./flow.ts";

test("an owner registers an endpoint, sends a test, sees the response and the events of a task, and deletes it", async ({
  installation,
  caller,
  portal: page,
}) => {
  await page.goto(`${installation.url}/dashboard/events`);
  await page.getByLabel("URL").fill("http://10.0.0.1/");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("It is on a network that")).toBeVisible();

  // The demo site answers a post to this page as it answers a GET, because it has no form there.
  const url = `${installation.site.url}/text?say=accepted`;
  await page.getByLabel("URL").fill(url);
  await page.getByLabel("Format").selectOption("text");
  await page.getByLabel("Add an answer link").check();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("Copy the secret now.")).toBeVisible();
  await expect(page.getByText(/whsec_/)).toBeVisible();
  await expect(page.getByText("Nothing has been sent yet.")).toBeVisible();

  await page.getByRole("button", { name: `Send test to ${url}` }).click();
  await expect(page.getByText(/✓ delivered · 1 attempt · HTTP 200 · \d+ ms/)).toBeVisible({ timeout: 30_000 });
  await page.getByText("Response", { exact: true }).click();
  await page.getByRole("button", { name: /^Send delivery \d+ again$/ }).click();
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText(/✓ delivered · 2 attempts/)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  const { taskId } = await caller.client.createTask(signIn(installation.site));
  await caller.untilWaiting(taskId, "2fa_input_value");
  await caller.client.cancelTask({ taskId });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("task.failed").last()).toBeVisible({ timeout: 2_000 });
    await expect(page.getByText(`· task ${taskId}`)).toHaveCount(2, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  await page.getByRole("button", { name: `Delete endpoint ${url}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page.getByRole("heading", { level: 1 }), "its button is gone").toBeFocused();
  await expect(page.getByRole("heading", { name: url })).toBeHidden();
  await expect(page.getByText("Copy the secret now."), "nothing is signed with it any more").toBeHidden();
});
