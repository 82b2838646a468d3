import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { newAccount } from "../factories.ts";
import { expect, signIn, test } from "./flow.ts";
import { enter, signUp } from "./portal.ts";

/** The page that the portal opens with, and the navigation around it. */

test("the home page answers a wait in place, and shows what runs, what failed and what is left to spend", async ({
  installation,
  caller,
  portal: page,
}) => {
  const failed = await caller.run([{ type: "CLICK", selector: "#no", timeout: 1 }], "/login");
  await caller.failure(failed);
  const slow = await caller.run([{ type: "CLICK", selector: "#no", timeout: 120 }], "/login");
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  await caller.untilWaiting(taskId, "2fa_input_value");
  await page.goto(`${installation.url}/dashboard`);
  await expect(page.getByText("$9.996 available, and $0.004 held for open tasks.")).toBeVisible();
  const list = (name: string) => page.getByRole("region", { name, exact: true }).getByRole("listitem");
  await expect(list("Running")).toHaveText([new RegExp(`Task ${slow}`)]);
  await expect(list("Failed lately")).toHaveText([new RegExp(`Task ${failed}.*ERROR_STEP_FAILED`)]);

  const waiting = page.getByRole("region", { name: "Waiting for you" });
  await expect(waiting.getByRole("img", { name: "The page that asks" })).toBeVisible();
  await waiting.getByLabel("Answer", { exact: true }).fill(rightCode);
  await waiting.getByRole("button", { name: "Send answer" }).click();
  await expect(waiting, "nothing waits any more").toHaveCount(0);
  await caller.solution(taskId);
  await caller.client.cancelTask({ taskId: slow });
  // The lists are read again every ten seconds.
  await page.reload();
  await expect(page.getByText("No task is running.")).toBeVisible();
  await expect(list("Failed lately").first()).toContainText("ERROR_TASK_CANCELED");
  await page.getByRole("link", { name: "All failed" }).click();
  await expect(page).toHaveURL(/\/dashboard\/tasks\?state=failed$/);
});

test("the navigation is in groups; on a phone the menu leads to inbound codes, and to signing out", async ({
  web,
  page,
}) => {
  const { accountId } = await newAccount(web.operator);
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard`);
  const groups = page.getByRole("navigation", { name: "Portal", exact: true }).getByRole("list");
  await expect(groups).toHaveText([
    "Home",
    "TasksTemplatesSecrets",
    "ApplicationsBalance",
    "KeysEventsInbound codesDocumentation",
    "Account",
  ]);
  await page.setViewportSize({ width: 320, height: 568 });
  const bottom = page.getByRole("navigation", { name: "Portal (mobile)" });
  await expect(bottom.getByRole("link")).toHaveText(["Home", "Tasks", "Templates", "Applications"]);
  const boxOf = (name: string) => bottom.getByRole("link", { name }).locator("span").boundingBox();
  const [before, after] = [await boxOf("Templates"), await boxOf("Applications")];
  expect((after?.x ?? 0) - (before?.x ?? 0) - (before?.width ?? 0), "between two names").toBeGreaterThan(8);
  await page.setViewportSize({ width: 390, height: 844 });
  await bottom.getByRole("button", { name: "More" }).click();
  await bottom.getByRole("link", { name: "Inbound codes" }).click();
  await expect(page.getByRole("heading", { name: "Inbound codes", level: 1 })).toBeVisible();
  await expect(bottom.getByRole("link", { name: "Keys" }), "the menu closes").toBeHidden();
  await bottom.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("the first steps can be dismissed, for good", async ({ web, page }) => {
  await signUp(page, web);
  const guide = page.getByRole("region", { name: "First steps" });
  await expect(guide).toContainText("First steps, 1 of 5: Run a template");
  await page.getByRole("link", { name: "Tasks" }).first().click();
  await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
  await expect(guide, "only where a step is taken").toHaveCount(0);
  await page.getByRole("link", { name: "Keys" }).first().click();
  await expect(guide).toContainText("First steps, 1 of 5: Run a template");
  await guide.getByRole("button", { name: "Dismiss" }).click();
  // A page sets its cookies without waiting, and `goto` asks the server without asking the page.
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain("guide");
  await page.goto(`${web.url}/dashboard`);
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  await expect(guide).toHaveCount(0);
});
