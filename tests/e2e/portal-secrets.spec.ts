import type { Page } from "@playwright/test";
import { type Account, newAccount, newQueuedTask, newSession } from "../factories.ts";
import { expectAccessibleAt, repeatedAt } from "./accessibility.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";
import type { Web } from "./web.ts";

/** The account's stored secrets and sessions. */

async function openPage(page: Page, web: Web): Promise<Account> {
  const account = await newAccount(web.operator);
  await enter(page, web, account.accountId);
  await page.goto(`${web.url}/dashboard/secrets`);
  await expect(page.getByRole("heading", { name: "Secrets and sessions", level: 1 })).toBeVisible();
  return account;
}

const panel = (page: Page, name: string) => page.locator("section", { has: page.getByRole("heading", { name }) });
const secrets = (page: Page) => panel(page, "Stored secrets");
const sessions = (page: Page) => panel(page, "Sessions");

const newTaskIn = ({ operator }: Web, session: string, account: Account) =>
  newQueuedTask(operator, account, { websiteURL: "https://bank.example/", session });

test("by keyboard a secret is stored, replaced and deleted, its value in no answer; a new one replaces none, and a key must be one", async ({
  page,
  web,
}) => {
  const { accountId } = await openPage(page, web);
  const answers: Promise<string>[] = [];
  page.on("response", (response) => {
    // The streams of events do not end.
    if (/\/api\/trpc\/(secrets|sessions)/.test(response.url())) answers.push(response.text().catch(() => ""));
  });
  const stored = () =>
    web.operator.db.prisma.storedSecret.findMany({ where: { accountId }, select: { name: true, domains: true } });

  await expect(page.getByRole("heading", { name: "No stored secrets yet" })).toBeVisible();
  await page.getByRole("button", { name: "Add secret" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("bank password");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("radio", { name: "Password or other text" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("canary correct horse");
  await expect(dialog.getByLabel("Value", { exact: true })).toHaveAttribute("type", "password");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Bank.Example, https://shop.example");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("“https://shop.example” is not a host name.");
  await dialog.getByLabel("Domains").fill("Bank.Example, *.shop.example");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(secrets(page).getByRole("listitem")).toContainText("bank.example, shop.example");
  expect(await stored()).toEqual([{ name: "bank password", domains: ["bank.example", "shop.example"] }]);

  await secrets(page).getByRole("button", { name: "Replace bank password" }).press("Enter");
  await expect(dialog.getByLabel("Value", { exact: true })).toHaveValue("");
  await dialog.getByLabel("Value", { exact: true }).fill("canary battery staple");
  await dialog.getByLabel("Domains").fill("bank.example");
  await dialog.getByRole("button", { name: "Replace secret" }).press("Enter");
  await expect(secrets(page).getByRole("listitem")).toContainText("replaced");
  expect(await stored()).toEqual([{ name: "bank password", domains: ["bank.example"] }]);

  await secrets(page).getByRole("button", { name: "Delete bank password" }).press("Enter");
  await dialog.getByRole("button", { name: "Delete secret" }).press("Enter");
  await expect(page.getByRole("heading", { name: "No stored secrets yet" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await stored()).toEqual([]);
  expect((await Promise.all(answers)).join()).not.toContain("canary");

  const add = async (value: string) => {
    await page.getByRole("button", { name: "Add secret" }).click();
    await dialog.getByLabel("Name").fill("2fa key");
    await dialog.getByRole("radio", { name: "Key for one-time codes" }).check();
    await dialog.getByLabel("Value", { exact: true }).fill(value);
    await dialog.getByLabel("Domains").fill("bank.example");
    await dialog.getByRole("button", { name: "Store secret" }).click();
  };
  await add("not a key!");
  await expect(dialog.getByRole("alert")).toContainText("Base32");
  // A press beside the dialog loses nothing that was typed.
  await page.mouse.click(5, 5);
  await expect(dialog.getByLabel("Name")).toHaveValue("2fa key");
  await dialog.getByLabel("Value", { exact: true }).fill("JBSW Y3DP EHPK 3PXP");
  await dialog.getByRole("button", { name: "Store secret" }).click();
  await expect(secrets(page).getByRole("listitem")).toHaveCount(1);
  await add("JBSWY3DPEHPK3PXQ");
  await expect(dialog.getByRole("alert")).toContainText("already stored a secret of this name");
});

test("sessions are listed with a link to the task that has each, and deleted; no name or number of domains is too long for the page", async ({
  page,
  web,
}) => {
  const account = await openPage(page, web);
  await expect(page.getByRole("heading", { name: "No sessions yet" })).toBeVisible();
  const long = `${"W".repeat(60)} ${"ab-".repeat(10)}`;
  await web.operator.db.prisma.storedSecret.create({
    data: {
      accountId: account.accountId,
      name: long,
      value: new Uint8Array(1),
      domains: Array.from({ length: 20 }, (_, n) => `${"very-long-host-name-".repeat(3)}${n}.example`),
    },
  });
  const unused = long.slice(1);
  await newSession(web.operator, account, unused);
  const first = await newTaskIn(web, "bank", account);
  await newTaskIn(web, "bank", account);
  await page.goto(`${web.url}/dashboard/tasks/${first}`);
  await page.getByRole("navigation", { name: "Portal", exact: true }).getByRole("link", { name: "Secrets" }).click();
  const bank = sessions(page).getByRole("listitem").filter({ hasText: "bank" });
  await expect(bank).toContainText(`in use by task ${first}; 1 more waits for it`);
  await expect(sessions(page).getByRole("listitem").filter({ hasText: unused })).not.toContainText("in use");
  await expectAccessibleAt(page, "secrets", repeatedAt);
  const dialog = page.getByRole("dialog");
  for (const button of ["Add secret", `Delete ${long}`]) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(dialog).toBeVisible();
    await expectAccessibleAt(page, button, repeatedAt);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await bank.getByRole("link", { name: `task ${first}` }).click();
  await expect(page).toHaveURL(`${web.url}/dashboard/tasks/${first}`);
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await dialog.getByRole("combobox").fill("sessions");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Secrets and sessions", level: 1 })).toBeVisible();
  await bank.getByRole("button", { name: "Delete bank" }).click();
  await dialog.getByRole("button", { name: "Delete session" }).click();
  await expect(sessions(page).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
