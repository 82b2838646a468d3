import { type Account, newAccount, newApplication } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";
import type { Web } from "./web.ts";

/** What a person meets beside the usual way: unknown things, double clicks and lost edits. */

let web: Web;
let account: Account;
let softId: number;

test.beforeAll(async ({ web: shared }) => {
  web = shared;
  account = await newAccount(web.operator);
  softId = await newApplication(web.operator, account);
});
test.beforeEach(async ({ page }) => {
  await enter(page, web, account.accountId);
});

const settings = () => `${web.url}/dashboard/apps/${softId}/settings`;

test("what is unknown is reported by the page's own response, with one header", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/trpc/") && calls.push(request.url()));
  for (const path of [
    "/apps/999999",
    "/docs/nowhere",
    "/nowhere",
    "/dashboard/nowhere",
    "/dashboard/apps/999999",
    "/dashboard/apps/999999/settings",
    "/dashboard/tasks/999999999",
  ]) {
    expect((await page.goto(web.url + path))?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: /not found/i }), path).toBeVisible();
    await expect(page.getByRole("banner"), path).toHaveCount(1);
    await expect(page.getByRole("main"), path).toHaveCount(1);
    await expect(page, `nothing is loaded after ${path}`).toHaveTitle(/^(Page not|Not) found · Gatepost$/);
  }
  expect(calls.filter((url) => /stats|tasks\.get|applications\.get/.test(url))).toEqual([]);

  await page.goto(`${web.url}/dashboard/templates/${encodeURIComponent("Nothing like 50%25")}`);
  await expect(page).toHaveTitle("Nothing like 50%25 · Gatepost");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Template not found");
  await expect(page.getByRole("link", { name: "All templates" })).toBeVisible();
});

test("a double click creates one key, one share link and one note; share links that came with the page are not asked for again", async ({
  page,
}) => {
  const { prisma } = web.operator.db;
  await page.goto(`${web.url}/dashboard/keys`);
  await page.getByLabel("Name").fill("twice");
  await page.getByRole("button", { name: "Create key" }).dblclick();
  await expect(page.getByRole("region", { name: "New key" })).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/trpc/") && calls.push(request.url()));
  await page.goto(settings());
  // Its call comes after those of the page.
  await page.getByRole("button", { name: /^(Hide|Publish) the page$/ }).click();
  await expect.poll(() => calls.some((url) => url.includes("applications.publish"))).toBe(true);
  expect(calls.filter((url) => url.includes("shares.list"))).toEqual([]);
  await page.getByLabel("Who is it for?").fill("twice");
  await page.getByRole("button", { name: "Create share link" }).dblclick();
  await expect(page.getByRole("region", { name: "Share link" })).toBeVisible();
  await page.goto(`${web.url}/dashboard/apps/${softId}`);
  await page.getByLabel("What happened").fill("twice");
  await page.getByRole("button", { name: "Add note" }).dblclick();
  await expect(page.getByRole("button", { name: "Remove note twice" })).toBeVisible();
  // Another call after them, so that none of theirs is still under way.
  await page.reload();
  await expect(page.getByRole("button", { name: "Remove note twice" })).toHaveCount(1);
  expect(await prisma.apiKey.count({ where: { accountId: account.accountId, name: "twice" } })).toBe(1);
  expect(await prisma.shareLink.count({ where: { applicationId: softId, name: "twice" } })).toBe(1);
});

test("a link and the search ask before edits are lost, and saving ends that", async ({ page }) => {
  const asked: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  await page.goto(settings());
  await page.getByLabel("Description").fill("New words");
  await page.getByRole("link", { name: "Tasks" }).first().click();
  expect(asked).toEqual(["Your changes are not saved. Leave without them?"]);
  await page
    .getByRole("button", { name: /^Search/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("combobox").fill("Balance");
  await page.keyboard.press("Enter");
  await expect.poll(() => asked.length).toBe(2);
  await expect(page).toHaveURL(settings());
  answer = true;
  await page.getByRole("link", { name: "Tasks" }).first().click();
  await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
  await page.goto(settings());
  await page.getByLabel("Description").fill("Saved words");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Tasks" }).first().click();
  await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
  expect(asked).toHaveLength(3);
});

test("the chosen line of the search is in sight in a low window, and seen where the browser replaces all colours", async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 300 });
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${web.url}/dashboard`);
  const search = page.getByRole("button", { name: "Search" });
  await search.click();
  await page.getByRole("combobox", { name: "Application, page or task" }).fill("a");
  for (let presses = 0; presses < 12; presses++) await page.keyboard.press("ArrowDown");
  const chosen = page.getByRole("option", { selected: true });
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await expect(chosen).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Escape");
  await expect(search, "the focus is where it was").toBeFocused();
});
