import { newAccount } from "../factories.ts";
import { openEditor, rows, saveButton, steps, storedTypes } from "./editor.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** Versions of a template in the editor, and copies of built-in templates. */

test("what somebody else saved or deleted meanwhile is not overwritten unasked; an earlier version is compared and restored", async ({
  installation,
  page,
}) => {
  const { save: saveElsewhere, stored } = await openEditor(installation, page);
  const saved = (version: number) => page.getByRole("status").filter({ hasText: `version ${version}` });
  const element = page.getByLabel("Element", { exact: true });
  await saveElsewhere({ description: "by somebody else", steps: steps.slice(0, 2) });
  await rows(page).nth(1).click();
  await element.fill("#mine");
  await saveButton(page).click();
  const conflict = page.getByRole("alert").filter({ hasText: "Not saved" });
  await expect(conflict).toContainText("somebody else has saved or deleted this template since");
  expect((await stored()).document.description).toBe("by somebody else");

  // Nor is another template, whose name it gets then.
  await saveElsewhere({ name: "Taken" });
  await page.getByLabel("Name", { exact: true }).fill("Taken");
  await page.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You already have a template of this name" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Edited");
  await saveButton(page).click();
  await page.getByRole("button", { name: "Versions" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "(current)" })).toContainText("Version 2");
  await page.getByRole("button", { name: "Compare version 2" }).click();
  await expect(page.getByRole("region", { name: "Difference" })).toContainText("by somebody else");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(saved(3)).toBeVisible();
  await saveElsewhere({ steps: steps.slice(0, 1) });

  await page.getByRole("button", { name: "Versions" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("listitem")).toHaveCount(4);
  await dialog.getByRole("button", { name: "Compare version 4" }).click();
  await expect(dialog.getByRole("region", { name: "Difference" })).toContainText("WAIT_FOR_TEXT");
  await dialog.getByRole("button", { name: "Restore version 4" }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel("Description", { exact: true }).fill("restored");
  await saveButton(page).click();
  await expect(saved(5), "what somebody else saved was looked at").toContainText("saved");
  expect((await stored()).types).toHaveLength(1);

  const { url } = installation;
  const removed = { data: { json: { name: "Edited" } }, headers: { origin: url } };
  expect((await page.request.post(`${url}/api/trpc/templates.delete`, removed)).ok()).toBe(true);
  await page.getByLabel("Description", { exact: true }).fill("kept");
  await saveButton(page).click();
  await page.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(saved(6)).toContainText("saved");
  expect((await stored()).version).toBe(6);

  // Opened again, it is the one that was saved.
  await page.getByRole("link", { name: "Templates" }).first().click();
  await page.getByRole("link", { name: "Edited", exact: true }).click();
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue("kept");
});

test("a built-in template opens as a copy, which is saved under a name of one's own", async ({
  installation,
  page,
}) => {
  const { accountId } = await newAccount(installation.operator);
  await enter(page, installation, accountId);
  await page.goto(`${installation.url}/dashboard/templates`);
  await page.getByRole("link", { name: "Copy Full-page screenshot" }).click();
  await expect(page.getByText("This is a copy of a built-in template.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("My screenshot");
  await saveButton(page).click();
  await expect(page.getByRole("heading", { name: "My screenshot", level: 1 })).toBeVisible();
  expect((await storedTypes(installation, accountId, "My screenshot")).version).toBe(1);
});
