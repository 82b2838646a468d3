import { createApplication } from "@gatepost/domain/application/create-application";
import type { Context } from "@gatepost/domain/context";
import { createShareLink } from "@gatepost/domain/share/create-share-link";
import { writeHistory } from "@gatepost/domain/stats/history-testing";
import { expect, type Page, test } from "@playwright/test";
import { newAccount } from "../factories.ts";
import { expectAccessible } from "./accessibility.ts";
import { startWeb } from "./web.ts";

/** The days on which a table of a page has numbers. */
const numbers = async (page: Page) =>
  (await page.getByRole("region", { name: "Chart data" }).getByRole("cell").allTextContents()).filter(
    (text) => text !== "0",
  );

test("a share link's page shows its chart, its table and its other views without JavaScript", async ({ browser }) => {
  await using web = await startWeb();
  const { accountId } = await newAccount(web.operator);
  const { softId } = await createApplication({ ctx: web.operator, input: { accountId, name: "Acme <b>Exporter</b>" } });
  const at = new Date(Date.now() - 3 * 86_400_000);
  const view = { kind: "view" as const, at };
  const failed = { kind: "refused" as const, code: "ERROR_ZERO_BALANCE", at };
  const happenings = [view, view, view, failed, failed];
  await writeHistory(web.operator, { softId, ownerId: accountId, happenings, commission: 100_000 });
  const actor = { kind: "session", userId: "owner", accountId, address: "127.0.0.1" } as const;
  const owner: Context = { ...web.operator, actor };
  const { token } = await createShareLink({ ctx: owner, input: { softId, name: "press" } });

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${web.url}/share/${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme <b>Exporter</b>");
  await expect(page.getByRole("img", { name: /^Chart: Accepted/ })).toBeVisible();
  expect(await numbers(page)).toEqual(["2"]);
  await expect(page.getByRole("row", { name: "ERROR_ZERO_BALANCE" }).getByRole("cell")).toHaveText("2");
  await page.getByRole("link", { name: "Page views 3" }).click();
  expect(await numbers(page)).toEqual(["3"]);
  await page.getByRole("link", { name: "Today" }).click();
  await expect(page.getByRole("row", { name: /^00:00/ })).toBeVisible();
  expect(await numbers(page)).toEqual([]);
  await context.close();

  // With scripts, none of this is there.
  const scripted = await browser.newPage();
  await scripted.goto(`${web.url}/share/${token}`);
  await expect(scripted.getByRole("figure")).toBeVisible();
  await expect(scripted.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expectAccessible(scripted, "with scripts");
});
