import { createKey } from "@gatepost/domain/accounts/keys";
import { createApplication } from "@gatepost/domain/applications/applications";
import { newAccount } from "../factories.ts";
import { password } from "../portal-session.ts";
import { expect, test } from "./flow.ts";
import { canSignIn, enter, signUp } from "./portal.ts";

test("deleting an account says what goes and stays, asks for the password, and then nothing of it works; by keyboard alone", async ({
  page,
  web,
}) => {
  const email = await signUp(page, web);
  const { accountId } = await web.operator.db.prisma.user.findUniqueOrThrow({ where: { email } });
  await createApplication({ ctx: web.operator, input: { accountId, name: "Acme Exporter" } });
  const { clientKey } = await createKey({ ctx: web.operator, input: { accountId, name: "shop" } });
  const balance = async () => (await page.request.post(`${web.url}/getBalance`, { data: { clientKey } })).json();
  expect(await balance()).toMatchObject({ errorId: 0, balance: 1 });

  await page.goto(`${web.url}/dashboard/account`);
  await page.getByRole("link", { name: "Delete account…" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Delete account", level: 1 })).toBeVisible();
  await expect(page.getByText(`Your sign-in ${email}`)).toBeVisible();
  await expect(page.getByText(`The balance of $1.00, under the number ${accountId}.`)).toBeVisible();

  await page.getByLabel("Your password").focus();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(page.locator("form [role=alert]")).toContainText("The password is not right");
  expect(await balance(), "nothing has gone yet").toMatchObject({ errorId: 0 });

  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("Deleted.");
  expect(await balance()).toMatchObject({ errorCode: "ERROR_KEY_DOES_NOT_EXIST" });
  expect(await canSignIn(page, web, email)).toBe(false);
  await page.goto(`${web.url}/dashboard/account`);
  await expect(page, "the session is gone").toHaveURL(/\/sign-in/);
});

test("another device is signed out alone, or with all others; and a changed password ends links in emails", async ({
  page,
  browser,
  web,
}) => {
  const email = await enter(page, web, (await newAccount(web.operator)).accountId);
  const elsewhere = await (await browser.newContext()).newPage();
  expect(await canSignIn(elsewhere, web, email)).toBe(true);
  await page.goto(`${web.url}/dashboard/account`);
  const devices = page
    .locator("section", { has: page.getByRole("heading", { name: "Devices" }) })
    .getByRole("listitem");
  await expect(page.getByText("This installation sends no emails")).toBeVisible();
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: "this device" })).toHaveText(
    /^Chrome on \w+ · this devicesigned in .* from 127/,
  );
  await page.getByRole("button", { name: /^Sign out Chrome on/ }).click();
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await elsewhere.goto(`${web.url}/dashboard/keys`);
  await expect(elsewhere).toHaveURL(/\/sign-in/);

  expect(await canSignIn(elsewhere, web, email)).toBe(true);
  await page.reload();
  await expect(devices).toHaveCount(2);
  await elsewhere.request.post(`${web.url}/api/auth/sign-out`, { headers: { origin: web.url }, data: {} });
  await page.getByRole("button", { name: /^Sign out Chrome on/ }).click();
  await expect(devices, "it was signed out meanwhile").toHaveCount(1);

  expect(await canSignIn(elsewhere, web, email)).toBe(true);
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  await expect(page.getByRole("status").filter({ hasText: "All other devices have been signed out" })).toBeVisible();
  await elsewhere.goto(`${web.url}/dashboard/keys`);
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();

  const { prisma } = web.operator.db;
  const { id } = await prisma.user.findUniqueOrThrow({ where: { email } });
  const expiresAt = new Date(Date.now() + 60_000);
  await prisma.verification.create({ data: { id, identifier: "a link's hash", value: id, expiresAt } });
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("Password123");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.locator("form [role=alert]")).toContainText("passwords that are tried first");
  await page.getByLabel("New password").fill("another sentence, this one");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Password changed." })).toBeVisible();
  expect(await prisma.verification.count({ where: { value: id } })).toBe(0);
  await page.goto(`${web.url}/forgot-password`);
  await expect(page.getByText("npx gatepost user password --email you@example.com")).toBeVisible();
});
