import { createKey } from "@gatepost/domain/accounts/keys";
import { getCallbackSecret } from "@gatepost/domain/notifications/webhooks";
import { expectAccessible, repeatedAt, themesAt } from "./accessibility.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** Rows U2 and U3 for the callback secret: by keyboard; at both widths and in both themes in `npm run soak -- pages`. */
for (const width of repeatedAt) {
  test(`a callback secret is created and shown once, and rolled after a confirmation, by keyboard at ${width} px`, async ({
    installation,
    caller: { accountId },
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 844 } });
    const page = await context.newPage();
    await enter(page, installation, accountId);
    const stored = () => getCallbackSecret({ ctx: installation.operator, input: { accountId } });
    await page.goto(`${installation.url}/dashboard/keys`);
    await page.getByRole("button", { name: "Create secret" }).press("Enter");
    const secret = page.getByText(/^whsec_\S{44}$/);
    const first = await secret.textContent();
    expect(await stored()).toMatchObject({ previousUntil: null });

    await page.reload();
    const roll = page.getByRole("button", { name: "Roll secret…" });
    await expect(roll).toBeVisible();
    await expect(page.getByText(/whsec_/)).toHaveCount(0);
    await roll.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("For the next 24 hours");
    await expect(dialog).not.toContainText("stops working immediately");
    await expectAccessible(page, "roll", themesAt(width));
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(roll).toBeFocused();
    expect(await stored()).toMatchObject({ previousUntil: null });

    await roll.press("Enter");
    await dialog.getByRole("button", { name: "Roll secret" }).press("Enter");
    await expect(secret).not.toHaveText(first ?? "");
    await expect(page.getByText("the previous secret works until")).toBeVisible();
    await expectAccessible(page, "rolled", themesAt(width));
    expect((await stored())?.previousUntil?.getTime()).toBeGreaterThan(Date.now());
    await roll.press("Enter");
    await expect(dialog).toContainText("The secret before the current one stops working immediately.");
    await context.close();
  });
}

test("the maker of a key chooses its rights, by keyboard, and the list shows them; the key is shown once, and one that has ended can be removed", async ({
  installation,
  caller: { accountId },
  page,
}) => {
  const { operator, url } = installation;
  const expiresAt = new Date(Date.now() - 1_000);
  await createKey({ ctx: operator, input: { accountId, name: "last year", expiresAt } });
  await enter(page, installation, accountId);
  await page.goto(`${url}/dashboard/keys`);
  await page.getByLabel("Name").fill("template editor");
  const rights = page.getByRole("group", { name: "Rights" });
  await expect(rights.getByLabel(/^tasks/)).toBeChecked();
  await expect(rights.getByLabel(/^templates/)).not.toBeChecked();
  await expect(rights.getByLabel(/^stats/)).toBeChecked();
  await rights.getByLabel(/^templates/).press("Space");
  await rights.getByLabel(/^stats/).press("Space");
  await page.getByRole("button", { name: "Create key" }).press("Enter");
  const clientKey = (await page.getByRole("region", { name: "New key" }).textContent()) ?? "";
  expect(clientKey).toMatch(/^gp_\w{38}$/);
  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: "template editor" });
  await expect(row).toContainText("tasks, templates");
  await expect(row.getByRole("button"), "one that works is not removed").toHaveText(["Roll…", "Revoke…"]);
  await expect(page.getByText(clientKey)).toHaveCount(0);
  const where = { accountId, name: "template editor" };
  const key = await operator.db.prisma.apiKey.findFirst({ where });
  expect(key?.rights).toEqual(["tasks", "templates"]);

  for (const [action, name] of [
    ["Revoke", "template editor"],
    ["Remove", "template editor"],
    ["Remove", "last year"],
  ] as const) {
    await page.getByRole("button", { name: `${action} key ${name}` }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: `${action} key` }).press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: `${action} key ${name}` })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 }), "the button is gone").toBeFocused();
  }
  expect(await operator.db.prisma.apiKey.count({ where: { accountId, name: "last year" } })).toBe(0);

  await page.getByLabel("Name").fill("by mistake");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("region", { name: "New key" })).toBeVisible();
  await page.getByRole("button", { name: "Revoke key by mistake" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("region", { name: "New key" }), "it no longer works").toHaveCount(0);
});
