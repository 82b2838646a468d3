import { saveTemplate } from "@gatepost/domain/templates/save-template";
import type { Page } from "@playwright/test";
import { newAccount } from "../factories.ts";
import { openEditor, rows, saveButton, steps } from "./editor.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** What becomes of unsaved changes when the editor is left; by a link or the search, as on every page: portal-faults. */

test("the Back button asks before it leaves unsaved changes, and leads back at once when there are none", async ({
  installation,
  page,
}) => {
  const { accountId } = await newAccount(installation.operator);
  await saveTemplate({
    ctx: installation.operator,
    input: { accountId, document: { name: "Mine", description: "", steps } },
  });
  await enter(page, installation, accountId);
  await page.goto(`${installation.url}/dashboard/templates`);
  const gallery = page.getByRole("heading", { name: "Templates", level: 1 });
  const open = async () => {
    await page.getByRole("link", { name: "Mine", exact: true }).click();
    await rows(page).nth(1).click();
    await page.getByLabel("Element", { exact: true }).fill("#other");
  };
  const asked: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return answer ? dialog.accept() : dialog.dismiss();
  });
  await open();
  // Twice, because staying must not use up what keeps the page.
  for (const times of [1, 2]) {
    await page.evaluate("history.back()");
    await expect.poll(() => asked).toHaveLength(times);
    await expect(page.getByLabel("Element", { exact: true }), "nothing is lost").toHaveValue("#other");
  }
  answer = true;
  await page.evaluate("history.back()");
  await expect(gallery).toBeVisible();
  expect(asked).toHaveLength(3);
  answer = false;
  await open();
  await expect(page.getByText("Your unsaved changes were restored"), "what was given up is gone").toHaveCount(0);
  await saveButton(page).click();
  await expect(page.getByRole("status").filter({ hasText: "version 2" })).toBeVisible();
  await page.evaluate("history.back()");
  await expect(gallery).toBeVisible();
  expect(asked).toHaveLength(3);
});

/** The unsaved changes that the tab keeps. */
const kept = (page: Page) =>
  page.evaluate(() => Object.values(sessionStorage).filter((text) => text.includes("#other")));

test("unsaved changes are there again after a reload, which asks, and after a session that ended by itself; signing out asks and removes them", async ({
  installation,
  page,
}) => {
  const asked: string[] = [];
  let stays = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return stays ? dialog.dismiss() : dialog.accept();
  });
  const { accountId } = await openEditor(installation, page);
  const address = page.url();
  const edit = async () => {
    await rows(page).nth(1).click();
    await page.getByLabel("Element", { exact: true }).fill("#other");
    await expect.poll(() => kept(page)).toHaveLength(1);
  };
  await edit();
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await expect(page.getByText("Your unsaved changes were restored")).toBeVisible();
  await expect(rows(page).nth(1)).toContainText("#other");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page).nth(1)).toContainText("#first");

  await edit();
  const sessions = () => installation.operator.db.prisma.session.count({ where: { user: { accountId } } });
  const signOut = page.getByRole("button", { name: "Sign out" });
  stays = true;
  await signOut.click();
  await expect.poll(() => asked).toHaveLength(2);
  await expect(page.getByLabel("Element", { exact: true })).toHaveValue("#other");
  expect(await kept(page)).toHaveLength(1);
  expect(await sessions()).toBe(1);
  stays = false;
  await page.route("**/api/auth/sign-out", (route) => route.abort());
  await signOut.click();
  await expect(page.getByRole("alert").filter({ hasText: "You are still signed in. Try again." })).toBeVisible();
  await page.unroute("**/api/auth/sign-out");
  await signOut.click();
  const signedOut = page.getByRole("heading", { name: "Sign in", level: 1 });
  await expect(signedOut).toBeVisible();
  expect(await kept(page)).toEqual([]);
  expect(await sessions()).toBe(0);

  await enter(page, installation, accountId);
  await page.goto(address);
  await edit();
  await installation.operator.db.prisma.session.deleteMany({ where: { user: { accountId } } });
  await page.reload();
  await expect(signedOut).toBeVisible();
  expect(await kept(page)).toHaveLength(1);
});
