import { expect, signIn, test } from "./flow.ts";
import { enter } from "./portal.ts";

test("a person watches the browser of a waiting task, and sees what the page does as it does it", async ({
  installation,
  caller,
  browser,
}) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  await caller.untilWaiting(taskId, "2fa_input_value");
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await enter(page, installation, caller.accountId);
  await page.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await page.getByRole("button", { name: "Watch live" }).click();

  const live = page.getByRole("application", { name: "Live page" });
  await expect(live).toBeVisible();
  await expect(live.locator("canvas")).toHaveAttribute("data-frames", /[1-9]/);
  await expect(page.getByRole("status").filter({ hasText: "The task controls the page." })).toBeVisible();
  await expect(page.getByText(`127.0.0.1:${installation.site.port}`, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^\d+:\d\d left$/).first()).toBeVisible();
  // The whole window, although it was made small while nobody watched.
  await expect(live.locator("canvas")).toHaveAttribute("width", "1280");
  await expect(live.locator("canvas")).toHaveAttribute("height", "720");

  await page.getByLabel("Answer").fill("349001");
  await page.getByRole("button", { name: "Send answer" }).click();
  await caller.solution(taskId);
  await expect(page.getByRole("application", { name: "Live page" })).toBeHidden();
  expect(complaints).toEqual([]);
  await page.context().close();
});
