import { newAccount, newSecret, newTemplate } from "../factories.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** Where a step's value comes from: variables and stored secrets are chosen from lists. */

test("by keyboard, a stored secret and a one-time code are chosen for a step", async ({ page, web }) => {
  const { operator, url } = web;
  const { accountId } = await newAccount(operator);
  await newSecret(operator, { accountId }, { name: "bank password" });
  await newSecret(operator, { accountId }, { name: "key of 2fa", value: "JBSWY3DPEHPK3PXP", kind: "totp" });
  const field = { selector: { permanent: "#field" } };
  const name = await newTemplate(operator, { accountId }, [
    { type: "FILL_INPUT", ...field, value: { permanent: "nobody" } },
    { type: "FILL_INPUT", ...field, value: { secret: "deleted since" } },
    { type: "FILL_INPUT", ...field, value: { variable: "login" } },
  ]);
  await enter(page, web, accountId);
  await page.goto(`${url}/dashboard/templates/${encodeURIComponent(name)}`);
  const step = (place: number) => page.locator(`[data-step="steps.${place}"]`);
  const source = page.getByLabel("Source of value");
  const value = page.getByLabel("Value", { exact: true });

  await step(1).press("Enter");
  await source.focus();
  await page.keyboard.type("stored");
  await expect(value).toHaveText(/key of 2fa/);
  await page.keyboard.press("Tab");
  await expect(value).toBeFocused();
  await page.keyboard.type("bank");
  await expect(step(1)).toContainText("secret bank password");
  const json = page.getByRole("textbox", { name: "Template as JSON" });
  await expect(json).toContainText('"secret": "bank password"');

  await step(2).press("Enter");
  await expect(page.getByText("No secret of this name is stored")).toBeVisible();
  await expect(value).toContainText("deleted since (not stored)");
  await source.focus();
  await page.keyboard.type("code of a s");
  await page.keyboard.press("Tab");
  await page.keyboard.type("key of");
  await expect(step(2)).toContainText("code of key of 2fa");

  await step(3).press("Enter");
  await source.focus();
  await source.selectOption("code of a variable");
  await page.keyboard.press("Tab");
  await page.keyboard.type("login key");
  await expect(step(3)).toContainText("code of the login key");
  await expect(page.locator(`[id="${await value.getAttribute("list")}"] option`)).toHaveAttribute("value", "login key");
  await expectAccessible(page, "the editor");

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "version 2" })).toContainText("saved");
  const { currentVersion } = await operator.db.prisma.template.findFirstOrThrow({
    where: { accountId, name },
    select: { currentVersion: { select: { document: true } } },
  });
  expect(currentVersion?.document).toMatchObject({
    steps: [
      { value: { secret: "bank password" } },
      { value: { totp: { secret: "key of 2fa" } } },
      { value: { totp: { variable: "login key" } } },
    ],
  });
});
