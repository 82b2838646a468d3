import type { WrittenStep } from "@gatepost/contract/steps";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { type Caller, expect, test } from "./flow.ts";

/** The list of tasks and the inbox of waits, as they change. */

async function newWait(caller: Caller, prompt: string, { timeout = 120, path = "/" } = {}): Promise<number> {
  const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", prompt, kind: "code", timeout };
  const taskId = await caller.run([wait], path, { code: "_WAIT_FOR_IT_" });
  await caller.untilWaiting(taskId, "code");
  return taskId;
}

const row = (page: Page, taskId: number) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: `Task ${taskId}`, exact: true }) });

test("the list changes as tasks do, keeps its order under the pointer, cancels many at once, and is narrowed by its address", async ({
  installation,
  caller,
  portal: page,
}) => {
  const first = await newWait(caller, "First?");
  await page.goto(`${installation.url}/dashboard/tasks`);
  await expect(row(page, first)).toContainText("Waiting");

  const second = await newWait(caller, "Second?");
  await expect(row(page, second), "a new task comes by itself").toContainText("Waiting");
  await row(page, first).hover();
  const third = await newWait(caller, "Third?", { path: "/orders" });
  await expect(page.getByText("1 new task, shown when the pointer leaves the list")).toBeVisible();
  await expect(row(page, third)).toHaveCount(0);
  await caller.client.pushAntiGateVariable({ taskId: second, name: "code", value: "1" });
  await expect(row(page, second), "a row changes in its place").toContainText("Succeeded");
  await page.getByRole("heading", { name: "Tasks", level: 1 }).hover();
  await expect(row(page, third)).toContainText("Waiting");

  await page.getByLabel("Choose all 2 that have not ended").check();
  await expectAccessible(page, "chosen tasks", ["light"]);
  await page.getByRole("button", { name: "Cancel 2 tasks…" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel 2 tasks?" });
  await expect(dialog).toContainText("They end at once, and $0.004 in all is refunded.");
  await dialog.getByRole("button", { name: "Cancel 2 tasks" }).click();
  await expect(page.getByText("2 tasks cancelled.")).toBeVisible();
  for (const taskId of [first, third]) {
    await expect(row(page, taskId)).toContainText("ERROR_TASK_CANCELED");
    expect((await caller.failure(taskId)).errorCode).toBe("ERROR_TASK_CANCELED");
  }
  await expect(row(page, first).locator("> span").first(), "no place is kept for a box").toHaveText(/Failed/);

  await page.getByLabel("Search").fill("ORDERS");
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await expect(row(page, first)).toHaveCount(0);
  await expect(row(page, third)).toBeVisible();
  await expect(page).toHaveURL(/[?]q=ORDERS$/);
  await page.reload();
  await expect(page.getByLabel("Search")).toHaveValue("ORDERS");
  await expect(row(page, third)).toBeVisible();
  await page.getByRole("navigation", { name: "State" }).getByRole("link", { name: "Waiting" }).click();
  await expect(page.getByRole("heading", { name: "No matching tasks" })).toBeVisible();
  await page.getByLabel("Search").fill("typed and not sent");
  await page.getByLabel("Template").selectOption("Read a table");
  await expect(page).toHaveURL(/[?]state=waiting&template=Read.+&q=typed.+sent$/);
  await page.goto(`${installation.url}/dashboard/tasks?q=${second}`);
  await expect(row(page, second)).toBeVisible();
  await expect(row(page, third)).toHaveCount(0);
});

test("the inbox has the wait that expires first at the top, and each is answered in place", async ({
  installation,
  caller,
  portal: page,
}) => {
  const patient = await newWait(caller, "Patient?", { timeout: 600 });
  const urgent = await newWait(caller, "Urgent?", { timeout: 60 });
  await page.goto(`${installation.url}/dashboard/tasks`);
  await page.getByRole("link", { name: "Answer waits (2)" }).click();
  const waits = page.getByRole("main").getByRole("listitem");
  await expect(waits.getByText(/^(Urgent|Patient)\?$/)).toHaveText(["Urgent?", "Patient?"]);
  await row(page, patient).getByLabel("Answer", { exact: true }).fill("2");
  // Another one is answered elsewhere meanwhile, and goes.
  await caller.client.pushAntiGateVariable({ taskId: urgent, name: "code", value: "1" });
  await expect(waits.getByText("Urgent?")).toHaveCount(0);
  await row(page, patient).getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByRole("heading", { name: "Nothing waits for an answer" })).toBeVisible();
  for (const taskId of [patient, urgent]) await caller.solution(taskId);
  const next = await newWait(caller, "Next?");
  await expect(row(page, next), "the pointer is still where the button was").toContainText("Next?");
});
