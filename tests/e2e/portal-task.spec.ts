import { readFileSync } from "node:fs";
import type { WrittenStep } from "@gatepost/contract/steps";
import { expectAccessibleAt, repeatedAt } from "./accessibility.ts";
import { expect, test } from "./flow.ts";

const css = (selector: string) => ({ selector });
const list: WrittenStep = {
  type: "READ_LIST",
  ...css("tr.order"),
  as: "orders",
  fields: { number: css(".id"), what: css(".what"), sum: css(".sum") },
};
const heading: WrittenStep = { type: "READ_TEXT", ...css("h1"), as: "heading" };
const report: WrittenStep = { type: "OPEN_PAGE", url: { variable: "report" } };
const download: WrittenStep = { type: "DOWNLOAD_FILE", ...css("#file"), as: "report" };
const snapshot: WrittenStep = { type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", ...css("table") };
const missing: WrittenStep = { type: "CLICK", ...css("#confirm"), timeout: 0.5 };

const ask: WrittenStep = {
  type: "WAIT_FOR_VARIABLE_VALUE",
  name: "code",
  prompt: "Enter the code from the letter.",
  kind: "code",
};

test("a ready task's page shows its result first; run again, its page asks first, and follows the task live", async ({
  portal: page,
  caller,
  installation,
}) => {
  const { site, url } = installation;
  const variables = { code: "12", report: `${site.url}/report` };
  const taskId = await caller.run(
    [heading, list, ask, snapshot, report, download, { type: "TAKE_SCREENSHOT" }],
    "/orders",
    variables,
  );
  const { files } = await caller.solution(taskId);
  await page.goto(`${url}/dashboard/tasks/${taskId}`);
  const result = page.locator("section", { has: page.getByRole("heading", { name: "Result", exact: true }) });
  await expect(result).toContainText("Orders, page 1");
  // PostgreSQL keeps the fields of a template in an order of its own.
  const columns = await result.getByRole("columnheader").allTextContents();
  expect(columns.sort()).toEqual(["number", "sum", "what"]);
  await expect(result.getByRole("row").nth(2)).toContainText("A transfer");
  await expect(result).toContainText(`${site.url}/report`);
  await expectAccessibleAt(page, "ready", repeatedAt);
  await page.setViewportSize({ width: 1440, height: 900 });
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    result.getByRole("link", { name: "Download report.csv" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("report.csv");
  expect(readFileSync(await saved.path(), "base64")).toBe(files.report?.base64);

  await page.getByText("The call that created this task").first().click();
  const call = page.getByRole("region", { name: "The call that created this task" });
  await expect(call).toContainText(`${site.url}/orders`);
  await expect(call).toContainText('"clientKey": "YOUR_KEY"');
  await page.getByRole("button", { name: "Run again…" }).click();
  const dialog = page.getByRole("dialog", { name: "Run this task again?" });
  await expect(dialog).toContainText("It costs $0.002");
  await dialog.getByLabel("Report", { exact: true }).fill(variables.report);
  await dialog.getByRole("switch", { name: "Code: somebody will answer" }).check();
  await dialog.getByRole("button", { name: /^Run again/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter the code from the letter.");
  const again = Number(new URL(page.url()).pathname.split("/").at(-1));
  expect(again).toBeGreaterThan(taskId);
  await caller.untilWaiting(again, "code");

  // On a phone, what is asked, its field and its button are on one screen.
  await page.setViewportSize({ width: 390, height: 664 });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.reload();
  await expect(page.getByRole("img", { name: "The page that asks" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "READ_TEXT" })).toContainText("h1");
  await expect(page.getByLabel("Answer", { exact: true })).toBeFocused();
  await expect(page.getByRole("button", { name: "Send answer" })).toBeInViewport();
  await page.getByLabel("Answer", { exact: true }).fill("7");
  await page.getByRole("button", { name: "Watch live" }).click();
  await expect(page.getByRole("application", { name: "Live page" })).toBeInViewport();

  // It is answered elsewhere: the page is notified, and does not poll.
  asked.length = 0;
  await caller.client.pushAntiGateVariable({ taskId: again, name: "code", value: "12" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Task ${again}✓Succeeded`);
  expect(asked.filter((one) => /tasks\.get\b/.test(one))).toEqual([]);
});

test("the page of a failed task shows where it failed, what to do, and what it had read", async ({
  portal: page,
  caller,
  installation,
}) => {
  const taskId = await caller.run([heading, list, missing], "/orders");
  await caller.failure(taskId);
  await page.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await expect(page.getByText("raise the step's timeout")).toBeVisible();
  const where = page.locator("section", { has: page.getByRole("heading", { name: "Where it failed: step 3, CLICK" }) });
  await expect(where.getByRole("img", { name: "The page at step 3" })).toBeVisible();
  await expect(where).toContainText("Orders, page 1");
  await expect(where.getByRole("row")).toHaveCount(3);
  await expectAccessibleAt(page, "failed", repeatedAt);
});
