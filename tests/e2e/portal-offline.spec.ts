import type { Page } from "@playwright/test";
import { type Account, newAccount, newApplication } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";
import type { Web } from "./web.ts";

/** What a page shows while its data do not come. */

let web: Web;
let account: Account;
let softId: number;

test.beforeAll(async ({ web: shared }) => {
  web = shared;
  account = await newAccount(web.operator);
  softId = await newApplication(web.operator, account);
  await web.operator.db.prisma.count.create({
    data: {
      applicationId: softId,
      metric: "ready",
      bucket: new Date(Math.floor(Date.now() / 900_000) * 900_000),
      n: 77n,
    },
  });
});
test.beforeEach(async ({ page }) => {
  await enter(page, web, account.accountId);
});

const accepted = (page: Page) => page.getByRole("button", { name: /^Accepted/ }).first();

test("offline, figures stay under their own heading, a new range says that it is not loaded, a change fails at once and is not sent later, and a link leads to its page later", async ({
  page,
  context,
}) => {
  const note = page.getByLabel("What happened");
  const sent: string[] = [];
  page.on("request", (request) => request.url().includes("addNote") && sent.push(request.url()));
  await page.goto(`${web.url}/dashboard/apps/${softId}`);
  await expect(accepted(page)).toContainText("77");
  await expect(page.getByRole("figure")).toBeVisible();
  await context.setOffline(true);
  const notice = page.getByRole("status").filter({ hasText: "The service cannot be reached" });
  await expect(notice).toBeVisible();
  await expect(accepted(page), "of the same range").toContainText("77");
  await page.keyboard.press("w");
  await expect(page.getByLabel("Range", { exact: true })).toHaveValue("7d");
  await expect(page.getByText("Not loaded yet.")).toBeVisible();
  await expect(accepted(page)).not.toContainText("77");
  await expect(page.getByRole("figure")).toHaveCount(0);
  await page.keyboard.press("t");
  await expect(accepted(page), "back under its own heading").toContainText("77");
  await page.keyboard.press("w");
  await note.fill("Written on a train");
  await page.getByRole("button", { name: "Add note" }).click();
  const alert = page.getByText("The service cannot be reached. Try again when you are connected.");
  await expect(alert).toBeVisible();
  await expect(note).toHaveValue("Written on a train");
  sent.length = 0;

  await context.setOffline(false);
  await expect(accepted(page)).toContainText("77");
  await expect(page.getByRole("figure", { name: /Last 7 days/ })).toBeVisible();
  await expect(notice).toHaveCount(0);
  // Parts that come later move the button.
  await expect(page.getByText("Not loaded yet.")).toHaveCount(0);
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Written on a train" })).toBeVisible();
  await expect(alert).toHaveCount(0);

  const link = page.getByRole("navigation", { name: "Portal", exact: true }).getByRole("link", { name: "Balance" });
  await context.setOffline(true);
  await link.click();
  await expect(notice).toBeVisible();
  await expect(link).toHaveText("Balance…");
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Balance", level: 1 })).toBeVisible();
});

test("a service that fails is asked again without a click", async ({ page }) => {
  let fails = true;
  await page.route("**/api/trpc/**", (route) => (fails ? route.abort() : route.continue()));
  await page.goto(`${web.url}/dashboard/apps/${softId}`);
  // A key that is pressed before the page's scripts have run does nothing.
  await expect(page.getByRole("status").filter({ hasText: "The service cannot be reached" })).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByText("Not loaded yet.")).toBeVisible();
  fails = false;
  await expect(accepted(page)).toContainText("77");
  await expect(page.getByText("The service cannot be reached")).toHaveCount(0);
});

test("the list of tasks does not show tasks of another filter while the chosen one is not loaded", async ({ page }) => {
  await page.goto(`${web.url}/dashboard/tasks`);
  await expect(page.getByRole("heading", { name: "No tasks yet" })).toBeVisible();
  await page.route("**/api/trpc/**", (route) => route.abort());
  await page.goto(`${web.url}/dashboard/tasks`);
  // React shows this, so it follows the address by now.
  await expect(page.getByRole("status").filter({ hasText: "The service cannot be reached" })).toBeVisible();
  await page.evaluate("history.pushState(null, '', '?state=failed')");
  await expect(page.getByRole("heading", { name: "No tasks yet" })).toHaveCount(0);
});

test("what is being typed stays while the service does not respond and when the session ends, and is saved after signing in in another tab", async ({
  page,
  context,
}) => {
  const ownId = await newApplication(web.operator, account);
  await page.goto(`${web.url}/dashboard/apps/${ownId}/settings`);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("A whole name");
  await page.route(/applications\.get/, (route) => route.abort());
  await page.getByRole("button", { name: "Hide the page" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The service cannot be reached" })).toBeVisible();
  // The page asks once more before it gives up.
  await page.waitForEvent("requestfailed", (request) => request.url().includes("applications.get"));
  await expect(name).toHaveValue("A whole name");
  await page.unrouteAll();
  await expect(page.getByText("The service cannot be reached")).toHaveCount(0);
  await expect(name).toHaveValue("A whole name");

  const cookies = await context.cookies();
  await page.route(/applications\.publish/, async (route) => {
    const response = await route.fetch();
    await context.clearCookies();
    await route.fulfill({ response });
  });
  // Afterwards, the page reads the application anew, which fails.
  await page.getByRole("button", { name: "Publish the page" }).click();
  const signIn = page.getByRole("status").getByRole("link", { name: "Sign in again in a new tab" });
  await expect(signIn).toHaveAttribute("target", "_blank");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You are signed out." })).toBeVisible();
  await expect(name).toHaveValue("A whole name");
  await context.addCookies(cookies);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "A whole name: settings" })).toBeVisible();
  await expect(signIn).toHaveCount(0);
});

test("a link says that its page is loading; a part of a page whose code does not come says so, and the rest stays", async ({
  page,
}) => {
  await page.goto(`${web.url}/dashboard`);
  const link = page.getByRole("navigation", { name: "Portal", exact: true }).getByRole("link", { name: "Keys" });
  const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/keys\?_rsc/, async (route) => {
    await isSeen;
    await route.continue();
  });
  await link.click();
  await expect(link).toHaveText("Keys…");
  answer();
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
  await expect(link).toHaveText("Keys");

  await page.goto(`${web.url}/dashboard/apps/${softId}`);
  await expect(page.getByRole("figure")).toBeVisible();
  const note = page.getByLabel("What happened");
  await note.fill("Half a no");
  await note.blur();
  await page.route("**/_next/static/**", (route) => route.abort());
  await page.keyboard.press("?");
  await expect(page.getByRole("alert").filter({ hasText: "This could not be loaded" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(note).toHaveValue("Half a no");
  await note.press("End");
  await page.keyboard.type("te");
  await expect(note).toHaveValue("Half a note");
});
