import { writeHistory } from "@gatepost/domain/statistics/history-testing";
import { newAccount, newApplication, newTemplate } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** From a number of the chart to what it counts: of tasks, those of one's own account; of money, every commission. */

const day = "2026-03-02";
const at = new Date("2026-03-02T22:30:00Z");

test("a day, an error code and a day's money lead to the tasks and commissions behind them; lines show the same numbers", async ({
  page,
  web,
}) => {
  const { prisma } = web.operator.db;
  const account = await newAccount(web.operator);
  const other = await newAccount(web.operator);
  const softId = await newApplication(web.operator, account);
  await prisma.application.update({ where: { id: softId }, data: { createdAt: new Date("2026-01-01T00:00:00Z") } });
  const ready = (accountId: number, price: number) => ({ kind: "ready" as const, at, accountId, price });
  await writeHistory(web.operator, {
    softId,
    ownerId: account.accountId,
    commission: 100_000,
    happenings: [
      ...[ready(account.accountId, 2_000), ready(other.accountId, 1_234_560), ready(other.accountId, 70)],
      { kind: "failed", at, accountId: account.accountId, price: 2_000, code: "ERROR_STEP_FAILED" },
      { kind: "refused", at, code: "ERROR_ZERO_BALANCE" },
      ...Array.from({ length: 22 }, () => ({ ...ready(other.accountId, 5_000), at: new Date("2026-03-05T12:00:00Z") })),
    ],
  });
  const { taskId: own } = await prisma.ledgerEntry.findFirstOrThrow({
    where: { kind: "commission", available: 200n, applicationId: softId },
  });
  const taskOf = async ({ accountId }: { accountId: number }, id: number, failed: boolean, endedAt = at) => {
    const name = await newTemplate(web.operator, { accountId }, [{ type: "TAKE_SCREENSHOT" }]);
    const { id: templateVersionId } = await prisma.templateVersion.findFirstOrThrow({ where: { template: { name } } });
    await prisma.task.create({
      data: {
        id,
        accountId,
        applicationId: softId,
        templateVersionId,
        price: 2_000n,
        address: "192.0.2.7",
        endedAt,
        websiteUrl: "https://shop.example/",
        state: failed ? "failed" : "ready",
        ...(failed && { errorCode: "ERROR_STEP_FAILED" }),
      },
    });
  };
  await taskOf(account, Number(own), false);
  await taskOf(account, 900_001, true);
  await taskOf(account, 900_002, true, new Date("2026-03-01T12:00:00Z"));
  await taskOf(other, 900_003, true);

  const dashboard = `${web.url}/dashboard/apps/${softId}?from=2026-03-01&to=2026-03-07`;
  await enter(page, web, account.accountId);

  // The day in a zone in which its tasks ended on the next one.
  await page.goto(`${dashboard}&tz=Asia/Tokyo&point=2026-03-03`);
  const panel = page.locator("section", { has: page.getByRole("heading", { name: "What 3 Mar 2026 counted" }) });
  await expect(panel).toContainText("Links lead to your own tasks on this day.");
  await panel.getByRole("link", { name: "ERROR_STEP_FAILED" }).click();
  await expect(page).toHaveURL(/state=failed&code=ERROR_STEP_FAILED&app=\d+&from=2026-03-03&to=2026-03-03&tz=Asia/);
  await expect(page.getByText("900001")).toBeVisible();
  for (const left of ["900002", "900003"]) await expect(page.getByText(left)).toHaveCount(0);
  await page.getByRole("link", { name: /^Ended 3 Mar 2026, Asia.Tokyo/ }).click();
  await expect(page.getByText("900002")).toBeVisible();
  await expect(page.getByText("900003")).toHaveCount(0);

  await page.goto(dashboard);
  await page.getByRole("link", { name: "ERROR_STEP_FAILED" }).click();
  await expect(page.getByRole("link", { name: /^Ended 1 Mar 2026 – 7 Mar 2026, UTC/ })).toBeVisible();
  for (const shown of ["900001", "900002"]) await expect(page.getByText(shown)).toBeVisible();

  await page.goto(`${dashboard}&mode=money&point=${day}`);
  const commissions = page.getByRole("region", { name: "Commissions" });
  await expect(commissions.getByRole("row")).toHaveText([
    /Time, UTC/,
    /22:30:00.*Another account's.*\$0.000007/,
    /22:30:00.*Another account's.*\$0.123456/,
    new RegExp(`22:30:00.*${own}.*\\$0.0002`),
  ]);
  await expect(page.getByRole("definition").filter({ hasText: "$0.123663" }), "their sum").toBeVisible();
  await expect(page.getByText("Fractions of a cent are carried over to the next day.")).toBeVisible();
  await page.goto(`${dashboard}&mode=money&point=2026-03-05`);
  await expect(commissions.getByRole("row"), "20 and their heading").toHaveCount(21);
  await commissions.getByRole("button", { name: "Show older" }).click();
  await expect(commissions.getByRole("row")).toHaveCount(23);

  await page.goto(`${dashboard}&hide=none`);
  await expect(page.locator("figure [data-value]").first()).toBeVisible();
  await page.keyboard.press("b");
  await expect(page).toHaveURL(/form=lines/);
  await expect(page.locator("figure [data-value]")).toHaveCount(0);
  const line = page.locator("figure [data-line='Accepted (paid)'] polyline");
  await expect(line).toHaveCount(1);
  expect(((await line.getAttribute("points")) ?? "").split(" "), "a point for each day").toHaveLength(7);

  // The dashed line is the total of the period before, so that of this one has a line too.
  await page.goto(`${dashboard}&form=lines&compare=1`);
  await expect(page.locator("figure [data-line='Total'] polyline")).toHaveCount(1);
  const legend = page.getByRole("group", { name: "Series of the chart" });
  await expect(legend.getByText("Total, 22 Feb 2026 – 28 Feb 2026")).toBeVisible();
  await page.goto(`${dashboard}&form=lines&compare=1&hide=ERROR_STEP_FAILED,ERROR_ZERO_BALANCE`);
  await expect(line).toHaveCount(1);
  await expect(legend).not.toContainText("Total");
  await expect(page.locator("figure [data-line='Total']")).toHaveCount(0);
  await page.goto(`${web.url}/dashboard/apps/${softId}?range=7d&form=lines`);
  await expect(page.getByText(/The dotted end is today, which is not complete yet/)).toBeVisible();
  await expect(page.locator("figure [data-unfinished]").first(), "today").toBeAttached();
  await page.getByLabel("Form of the chart").selectOption("bars");
  await expect(page.locator("figure [data-line]")).toHaveCount(0);
});
