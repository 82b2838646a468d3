import type { Page } from "@playwright/test";
import { openEditor, rows, saveButton } from "./editor.ts";
import { expect, test } from "./flow.ts";

/** What becomes of unsaved changes when the editor is left; by a link or the search, as on every page: portal-faults. */

async function edit(page: Page): Promise<void> {
  await rows(page).nth(1).click();
  await page.getByLabel("Element", { exact: true }).fill("#other");
}

test("the Back button asks before it leaves unsaved changes, and leads back at once when there are none", async ({
  installation,
  page,
}) => {
  await openEditor(installation, page);
  await page.goto(`${installation.url}/dashboard/templates`);
  const gallery = page.getByRole("heading", { name: "Templates", level: 1 });
  const open = async () => {
    await page.getByRole("link", { name: "Edited", exact: true }).click();
    await edit(page);
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
  await saveButton(page).click();
  await expect(page.getByRole("status").filter({ hasText: "version 2" })).toBeVisible();
  await page.evaluate("history.back()");
  await expect(gallery).toBeVisible();
  expect(asked).toHaveLength(3);
});

test("a reload and signing out ask before unsaved changes are lost; signing out says so if it fails", async ({
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
  await edit(page);
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await expect(rows(page).nth(1)).toContainText("#first");

  await edit(page);
  const sessions = () => installation.operator.db.prisma.session.count({ where: { user: { accountId } } });
  const signOut = page.getByRole("button", { name: "Sign out" });
  stays = true;
  await signOut.click();
  await expect.poll(() => asked).toHaveLength(2);
  await expect(page.getByLabel("Element", { exact: true })).toHaveValue("#other");
  expect(await sessions()).toBe(1);
  stays = false;
  await page.route("**/api/auth/sign-out", (route) => route.abort());
  await signOut.click();
  await expect(page.getByRole("alert").filter({ hasText: "You are still signed in. Try again." })).toBeVisible();
  await page.unroute("**/api/auth/sign-out");
  await signOut.click();
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  expect(await sessions()).toBe(0);
});
