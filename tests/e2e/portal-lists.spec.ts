import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { newAccount, newApplication } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";
import type { Web } from "./web.ts";

/** S16: lists that are longer than a page, as a person sees them. */

let web: Web;
let accountId: number;
test.beforeAll(async ({ web: shared }) => {
  web = shared;
  ({ accountId } = await newAccount(web.operator));
});

test("400 revoked keys do not bury the one that works, and can all be shown", async ({ page }) => {
  await web.operator.db.prisma.apiKey.createMany({
    data: Array.from({ length: 400 }, (_, n) => ({
      accountId,
      name: `old ${n}`,
      hint: "gp_xxxx…xxxx",
      revokedAt: new Date(),
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

test("applications, notes and the catalogue go on from page to page", async ({ page }) => {
  const account = await newAccount(web.operator);
  const softId = await newApplication(web.operator, account);
  const { prisma } = web.operator.db;
  await prisma.application.createMany({
    data: Array.from({ length: 60 }, (_, n) => ({ accountId: account.accountId, name: `Listed ${100 + n}` })),
  });
  await prisma.note.createMany({
    data: Array.from({ length: 60 }, (_, n) => ({
      applicationId: softId,
      day: new Date(),
      kind: "own",
      text: `said ${n}`,
    })),
  });
  await enter(page, web, account.accountId);
  await page.goto(`${web.url}/dashboard/apps`);
  await expect(page.getByRole("row").filter({ hasText: /softId \d+ ·/ }), "all at once").toHaveCount(61);

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

test("the list of applications is filtered and sorted, its totals are those of what it shows, and it has the archived ones", async ({
  page,
}) => {
  const account = await newAccount(web.operator);
  const { prisma } = web.operator.db;
  const softIds: number[] = [];
  for (const [name, ready] of [
    ["Acme Exporter", 1_500_000_000],
    ["Acme Importer", 2_500_000_000],
    ["Bravo", 40],
  ] as const) {
    const { id } = await prisma.application.create({ data: { accountId: account.accountId, name } });
    softIds.push(id);
    const bucket = new Date(Math.floor(Date.now() / 900_000) * 900_000);
    await prisma.count.create({ data: { applicationId: id, metric: "ready", bucket, n: BigInt(ready) } });
  }
  await prisma.application.update({ where: { id: softIds[2] ?? 0 }, data: { archivedAt: new Date() } });
  await enter(page, web, account.accountId);
  await page.goto(`${web.url}/dashboard/apps`);
  const names = page.getByRole("rowheader");
  await expect(names).toContainText(["Acme Exporter", "Acme Importer", "Total of 2 applications"]);
  await expect(page.getByRole("row").last()).toContainText("4B");
  await page.getByRole("button", { name: /^Accepted/ }).click();
  await expect(names).toContainText(["Acme Importer", "Acme Exporter", "Total of 2 applications"]);
  await page.getByLabel("Filter applications").fill("exp");
  await expect(names).toContainText(["Acme Exporter", "Total of 1 application"]);
  await expect(page).toHaveURL(/\?q=exp&sort=ready$/);
  await page.reload();
  await expect(names).toContainText(["Acme Exporter", "Total of 1 application"]);
  await page.getByLabel("Filter applications").fill("");
  await page.getByLabel("Archived").check();
  await expect(names).toContainText(["Bravo", "Total of 1 application"]);
  await page.getByRole("link", { name: "Bravo" }).click();
  await expect(page.getByRole("heading", { name: "Bravo", level: 1 })).toBeVisible();
  await page.goto(`${web.url}/dashboard/apps/${softIds[2]}/settings`);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByRole("button", { name: "Publish the page" })).toBeVisible();
  await page.getByRole("button", { name: "Archive…" }).click();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/apps$/);
  await expect(names).toContainText(["Acme Exporter", "Acme Importer", "Total of 2 applications"]);
});

test("transactions by day and kind, each with the balance after it, on the page and in the file", async ({ page }) => {
  const { accountId } = await newAccount(web.operator, { balance: 3 });
  const { prisma } = web.operator.db;
  const entry = (kind: "hold" | "release", available: bigint, day: string) => ({
    accountId,
    kind,
    available,
    held: -available,
    platform: 0n,
    at: new Date(`${day}T12:00:00Z`),
  });
  await prisma.ledgerEntry.createMany({
    data: [
      entry("hold", -500_000n, "2026-03-01"),
      entry("release", 500_000n, "2026-03-02"),
      entry("hold", -2_000n, "2026-03-03"),
    ],
  });
  await prisma.account.update({ where: { id: accountId }, data: { available: 2_998_000n, held: 2_000n } });
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard/balance`);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText("$2.998");
  // As a person types it: the year's first digits are a day too, of an early century.
  await page.getByLabel("From").focus();
  await page.keyboard.type("03012026");
  await expect(page).toHaveURL(/from=2026-03-01/);
  await page.getByLabel("To", { exact: true }).fill("2026-03-02");
  await expect(rows).toHaveCount(3);
  await page.getByLabel("Kind of transaction").selectOption("hold");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("$2.50");
  await expect(page).toHaveURL(/kind=hold/);
  await page.reload();
  await expect(rows).toHaveCount(2);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8").split("\r\n")).toEqual([
    "time (UTC),kind,change (USD),held (USD),balance (USD),task,softId,note",
    "2026-03-01T12:00:00.000Z,Held for a task,-0.5,0.5,2.5,,,",
    "",
  ]);
});
