import type { WrittenStep } from "@gatepost/contract/steps";
import type { Page } from "@playwright/test";
import { newAccount } from "../factories.ts";
import { expectAccessibleAt } from "./accessibility.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";

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

async function looksRight(page: Page, name: string): Promise<void> {
  await expectAccessibleAt(page, name, [390, 1440]);
}

test("the page of a ready task shows its result first, and its people alone download the files", async ({
  portal: page,
  browser,
  caller,
  installation,
}) => {
  const variables = { report: `${installation.site.url}/report` };
  const taskId = await caller.run(
    [heading, list, snapshot, report, download, { type: "TAKE_SCREENSHOT" }],
    "/orders",
    variables,
  );
  const { files, HTMLsInBase64 } = await caller.solution(taskId);
  await page.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  const result = page.locator("section", { has: page.getByRole("heading", { name: "Result", exact: true }) });
  await expect(result).toContainText("Orders, page 1");
  // PostgreSQL keeps the fields of a template in an order of its own.
  const columns = await result.getByRole("columnheader").allTextContents();
  expect(columns.sort()).toEqual(["number", "sum", "what"]);
  await expect(result.getByRole("row").nth(2)).toContainText("A transfer");
  await expect(result).toContainText(`${installation.site.url}/report`);
  await looksRight(page, "ready");

  const saving = page.waitForEvent("download");
  await result.getByRole("link", { name: "Download report.csv" }).click();
  expect((await saving).suggestedFilename()).toBe("report.csv");
  const address = `${installation.url}/dashboard/tasks/${taskId}/result/file/report`;
  const answer = await page.request.get(address);
  expect((await answer.body()).toString("base64")).toBe(files.report?.base64);
  expect(answer.headers()).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": expect.stringContaining('attachment; filename="report.csv"'),
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(await (await page.request.get(address.replace("file/report", "data/orders"))).json()).toHaveLength(2);
  await expect(result.getByRole("link", { name: "Download snapshot 1" })).toHaveAttribute("href", /result\/html\/1$/);
  const html = await page.request.get(address.replace("file/report", "html/1"));
  expect((await html.body()).toString("base64")).toBe(HTMLsInBase64[0]);
  expect(html.headers()["content-type"]).toBe("application/octet-stream");
  for (const none of ["html/2", "file/none", "file/__proto__", "text/report", "nothing/report"])
    expect((await page.request.get(address.replace("file/report", none))).status(), none).toBe(404);

  const other = await browser.newPage();
  expect((await other.request.get(address, { maxRedirects: 0 })).status(), "signed out").not.toBe(200);
  await enter(other, installation, (await newAccount(installation.operator)).accountId);
  expect((await other.request.get(address)).status(), "another account").toBe(404);
  await other.close();
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
  await looksRight(page, "failed");
});

const ask: WrittenStep = {
  type: "WAIT_FOR_VARIABLE_VALUE",
  name: "code",
  prompt: "Enter the code from the letter.",
  kind: "code",
};

test("the page of a waiting task asks first, with the picture and the focus in the field, and follows the task live", async ({
  portal: page,
  caller,
  installation,
}) => {
  const fill: WrittenStep = { type: "FILL_INPUT", ...css("#value"), value: { variable: "code" } };
  const taskId = await caller.run([heading, ask, fill], "/echo", { code: "_WAIT_FOR_IT_" });
  await caller.untilWaiting(taskId, "code");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter the code from the letter.");
  await expect(page.getByRole("img", { name: "The page that asks" })).toBeVisible();
  await expect(page.getByLabel("Answer", { exact: true })).toBeFocused();
  const step = page.getByRole("listitem").filter({ hasText: "READ_TEXT" });
  await expect(step).toContainText("h1");
  await looksRight(page, "waiting");
  // On a phone, what is asked, its field and its button are on one screen.
  await page.setViewportSize({ width: 390, height: 664 });
  await page.reload();
  await expect(page.getByRole("img", { name: "The page that asks" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send answer" })).toBeInViewport();
  await page.getByLabel("Answer", { exact: true }).fill("7");
  await page.getByRole("button", { name: "Watch live" }).click();
  await expect(page.getByRole("application", { name: "Live page" })).toBeInViewport();

  // It is answered elsewhere: the page is notified, and does not poll.
  asked.length = 0;
  await caller.client.pushAntiGateVariable({ taskId, name: "code", value: "12" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Task ${taskId}✓Succeeded`);
  expect(asked.filter((url) => /tasks\.get\b/.test(url))).toEqual([]);
});

test("an ended task is run again with the same input, once its cost is known", async ({
  portal: page,
  caller,
  installation,
}) => {
  const taskId = await caller.run([ask, { type: "TAKE_SCREENSHOT" }], "/orders", { code: "12" });
  await caller.solution(taskId);
  await page.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await expect(page.getByText("Final URL")).toBeVisible();
  await expect(page.getByText("No step read anything."), "it only took a picture").toBeHidden();
  await page.getByText("The call that created this task").first().click();
  const call = page.getByRole("region", { name: "The call that created this task" });
  await expect(call).toContainText(`${installation.site.url}/orders`);
  await expect(call).toContainText('"clientKey": "YOUR_KEY"');
  await page.getByRole("button", { name: "Run again…" }).click();
  const dialog = page.getByRole("dialog", { name: "Run this task again?" });
  await expect(dialog).toContainText("It costs $0.002");
  await dialog.getByRole("switch", { name: "Code: somebody will answer" }).check();
  await dialog.getByRole("button", { name: /^Run again/ }).click();
  await expect(page.getByRole("heading", { name: "Enter the code from the letter." })).toBeVisible();
  const again = Number(new URL(page.url()).pathname.split("/").at(-1));
  expect(again).toBeGreaterThan(taskId);
  await page.getByLabel("Answer", { exact: true }).fill("13");
  await page.getByRole("button", { name: "Send answer" }).click();
  await caller.solution(again);
});
