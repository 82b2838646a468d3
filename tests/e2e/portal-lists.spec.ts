import { readFileSync } from "node:fs";
import { newAccount, newApplication } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** S16: lists that are longer than a page, as a person sees them. */

test("applications, notes and the catalogue go on from page to page; applications are filtered, archived and restored", async ({
  page,
  web,
}) => {
  const account = await newAccount(web.operator);
  const softId = await newApplication(web.operator, account);
  const { prisma } = web.operator.db;
  const { accountId } = account;
  await prisma.application.createMany({
    data: Array.from({ length: 60 }, (_, n) => ({ accountId, name: `Listed ${100 + n}` })),
  });
  const { id: archived } = await prisma.application.create({
    data: { accountId, name: "Bravo", archivedAt: new Date() },
  });
  await prisma.note.createMany({
    data: Array.from({ length: 110 }, (_, n) => ({
      applicationId: softId,
      day: new Date(),
      kind: "own",
      text: `said ${n}`,
    })),
  });
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard/apps`);
  await expect(page.getByRole("row").filter({ hasText: /softId \d+ ·/ }), "all at once").toHaveCount(61);
  const names = page.getByRole("rowheader");
  const filter = page.getByLabel("Filter applications");
  await filter.fill("d 159");
  await expect(names).toContainText(["Listed 159", "Total of 1 application"]);
  await page.getByRole("button", { name: /^Accepted/ }).click();
  await expect(page).toHaveURL(/\?q=d\+159&sort=ready$/);
  await page.reload();
  await expect(names).toContainText(["Listed 159", "Total of 1 application"]);
  await filter.fill("");
  await page.getByLabel("Archived").check();
  await expect(names).toContainText(["Bravo", "Total of 1 application"]);
  await page.goto(`${web.url}/dashboard/apps/${archived}/settings`);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByRole("button", { name: "Publish the page" })).toBeVisible();
  await page.getByRole("button", { name: "Archive…" }).click();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/apps$/);
  await expect(names.last()).toContainText("Total of 61 applications");

  await page.keyboard.press("/");
  await page.getByRole("dialog").getByRole("combobox").fill("Listed 159");
  await expect(page.getByRole("option", { name: /^Listed 159 softId/ })).toBeVisible();

  await page.goto(`${web.url}/dashboard/apps/${softId}`);
  const notes = page.getByRole("listitem").filter({ hasText: "said" });
  await expect(notes).toHaveCount(50);
  // By keyboard the way on stays where it is.
  const more = page.getByRole("button", { name: "Show more" });
  await more.focus();
  for (const shown of [100, 110]) {
    await expect(more).toBeEnabled();
    await page.keyboard.press("Enter");
    await expect(notes).toHaveCount(shown);
  }
  await expect(more).toHaveCount(0);

  await page.goto(`${web.url}/apps?q=Listed`);
  const catalogued = page.getByRole("heading", { level: 2 });
  await expect(catalogued).toHaveCount(48);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(catalogued).toHaveText(Array.from({ length: 12 }, (_, n) => `Listed ${148 + n}`));
  await page.getByRole("link", { name: "First page" }).click();
  await expect(catalogued.first()).toHaveText("Listed 100");
});

test("transactions by day and kind, each with the balance after it, on the page and in the file", async ({
  page,
  web,
}) => {
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
