import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { newAccount, newApplication } from "../factories.ts";
import { enter } from "./portal.ts";
import { startWeb, type Web } from "./web.ts";

/** S16: lists that are longer than a page, as a person sees them. */

let web: Web;
let accountId: number;
test.beforeAll(async () => {
  web = await startWeb();
  ({ accountId } = await newAccount(web.operator));
});
test.afterAll(async () => {
  await web?.[Symbol.asyncDispose]();
});

test("400 revoked keys do not bury the one that works, and can all be shown", async ({ page }) => {
  await web.operator.db.prisma.apiKey.createMany({
    data: Array.from({ length: 400 }, (_, n) => ({
      ...{ accountId, name: `old ${n}`, hint: "gp_xxxx…xxxx", revokedAt: new Date() },
      hash: new Uint8Array(createHash("sha256").update(String(n)).digest()),
    })),
  });
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard/keys`);
  const keys = page.getByRole("listitem").filter({ hasText: "gp_" });
  await expect(keys.first()).toContainText("✓ works");
  await expect(keys).toHaveCount(50);
  await expect(keys.nth(1)).toContainText("✕ revoked");
  const more = page.getByRole("button", { name: "Show more" });
  await more.click();
  await expect(keys).toHaveCount(100);
  // By keyboard the way on stays where it is.
  await more.focus();
  for (const shown of [150, 200, 250, 300, 350, 400, 401]) {
    await expect(more).toBeEnabled();
    await page.keyboard.press("Enter");
    await expect(keys).toHaveCount(shown);
  }
  await expect(more).toHaveCount(0);
});

test("a reached limit is reported where something is created, with what to do", async ({ page }) => {
  const { prisma } = web.operator.db;
  await prisma.apiKey.createMany({
    data: Array.from({ length: 99 }, (_, n) => ({
      ...{ accountId, name: `new ${n}`, hint: "gp_xxxx…xxxx" },
      hash: new Uint8Array(createHash("sha256").update(`new ${n}`).digest()),
    })),
  });
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard/keys`);
  await page.getByLabel("Name").fill("one more");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "limit" })).toContainText(
    "The limit is reached: there are 100 keys that work. Revoke one that is no longer used.",
  );
});

test("applications, notes and the catalogue go on from page to page", async ({ page }) => {
  const account = await newAccount(web.operator);
  const softId = await newApplication(web.operator, account);
  const { prisma } = web.operator.db;
  await prisma.application.createMany({
    data: Array.from({ length: 60 }, (_, n) => ({ accountId: account.accountId, name: `Listed ${100 + n}` })),
  });
  await prisma.note.createMany({
    data: Array.from({ length: 60 }, (_, n) => ({
      ...{ applicationId: softId, day: new Date(), kind: "own", text: `said ${n}` },
    })),
  });
  await enter(page, web, account.accountId);
  await page.goto(`${web.url}/dashboard`);
  const applications = page.getByRole("listitem").filter({ hasText: /softId \d+ ·/ });
  await expect(applications).toHaveCount(20);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(applications).toHaveCount(40);

  await page.keyboard.press("/");
  await page.getByRole("dialog").getByRole("combobox").fill("Listed 159");
  await expect(page.getByRole("option", { name: /^Listed 159 / })).toBeVisible();

  await page.goto(`${web.url}/dashboard/apps/${softId}`);
  const notes = page.getByRole("listitem").filter({ hasText: "said" });
  await expect(notes).toHaveCount(50);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(notes).toHaveCount(60);

  await page.goto(`${web.url}/apps?q=Listed`);
  const catalogued = page.getByRole("heading", { level: 2 });
  await expect(catalogued).toHaveCount(48);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(catalogued).toHaveText(Array.from({ length: 12 }, (_, n) => `Listed ${148 + n}`));
  await page.getByRole("link", { name: "First page" }).click();
  await expect(catalogued.first()).toHaveText("Listed 100");
});
