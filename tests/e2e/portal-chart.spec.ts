import { errorCodes } from "@gatepost/contract/errors";
import type { Page } from "@playwright/test";
import { type Account, newAccount, newApplication } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";
import type { Web } from "./web.ts";

/** The chart of an application with fifteen error codes and large numbers. */

const dayMs = 86_400_000;
let web: Web;
let account: Account;
let softId: number;

test.beforeAll(async ({ web: shared }) => {
  web = shared;
  account = await newAccount(web.operator);
  softId = await newApplication(web.operator, account);
  const { prisma } = web.operator.db;
  await prisma.application.update({ where: { id: softId }, data: { createdAt: new Date(Date.now() - 100 * dayMs) } });
  const codes = errorCodes.slice(0, 15);
  const counts = Array.from({ length: 70 }, (_, day) => day).flatMap((day) =>
    [["ready", "", 1_000_000_000], ...codes.map((code, n) => ["error", code, 1_000 + n] as const)].map(
      ([metric, label, n]) => ({
        applicationId: softId,
        metric: String(metric),
        label: String(label),
        n: BigInt(n as number),
        bucket: new Date(Math.floor((Date.now() - day * dayMs) / 900_000) * 900_000),
      }),
    ),
  );
  await prisma.count.createMany({ data: counts });
});

async function openChart(page: Page, query = ""): Promise<void> {
  await enter(page, web, account.accountId);
  await page.goto(`${web.url}/dashboard/apps/${softId}${query}`);
  await expect(page.locator("figure [data-value]").first()).toBeVisible();
}

/** So many days ago. */
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);

/** Where on the screen the middle of a bar is, of `count` bars. */
async function barAt(page: Page, index: number, count: number): Promise<{ x: number; y: number }> {
  await page.getByRole("figure").scrollIntoViewIfNeeded();
  const box = await page.getByRole("figure").getByRole("presentation").boundingBox();
  if (!box) throw new Error("The chart is not visible.");
  return { x: box.x + ((index + 0.5) / count) * box.width, y: box.y + box.height / 2 };
}

test("figures of billions and the tooltip of 15 error codes fit, over every bar; the line of a figure ends at the last whole day", async ({
  page,
}) => {
  await openChart(page);
  const tile = page.getByRole("group", { name: "What the chart shows" }).getByRole("button", { name: /^Accepted/ });
  await expect(tile).toContainText("30B");
  await expect(tile).toContainText("unchanged; failed 453,150");
  const points = ((await tile.locator("polyline").getAttribute("points")) ?? "").split(" ");
  expect(points, "29 whole days").toHaveLength(29);
  const widths = new Set<number>();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 1000 });
    for (const index of [0, 1, 14, 15, 28, 29]) {
      const { x, y } = await barAt(page, index, 30);
      await page.mouse.move(x, y);
      const tip = page.locator("[data-tooltip]");
      await expect(tip).toContainText("9 more");
      const [within, box] = await Promise.all([page.getByRole("figure").boundingBox(), tip.boundingBox()]);
      if (!within || !box) throw new Error("The tooltip is not visible.");
      const bar = `bar ${index} at ${width} px`;
      widths.add(Math.round(box.width));
      expect(box.x, bar).toBeGreaterThanOrEqual(within.x);
      expect(box.x + box.width, bar).toBeLessThanOrEqual(within.x + within.width);
      expect(box.y + box.height, bar).toBeLessThanOrEqual(within.y + within.height);
    }
  }
  expect([...widths]).toEqual([320]);
  const [third, fifth] = [await barAt(page, 2, 30), await barAt(page, 4, 30)];
  await page.mouse.move(third.x, third.y);
  await page.mouse.down();
  await page.mouse.move(fifth.x, fifth.y);
  await expect(page.locator("[data-tooltip]")).toContainText(/^Show \w+ \d+ \w+ – \w+ \d+ \w+$/);
  await page.mouse.up();
  await expect(page, "a drag shows its days").toHaveURL(
    `${web.url}/dashboard/apps/${softId}?from=${day(27)}&to=${day(25)}`,
  );
  await page.keyboard.press("d");
  await expect(tile, "a day that is not over is compared by no percentage").toContainText("1B before");
});

test("on a phone, a tap opens the figures at the finger, a button in them explains the day, and a tap elsewhere closes them; billions make no page wider", async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await openChart(page);
  const tapBar = async () => {
    await page.getByRole("figure").scrollIntoViewIfNeeded();
    const { x, y } = await barAt(page, 3, 30);
    await page.touchscreen.tap(x, y);
  };
  await tapBar();
  const tip = page.locator("[data-tooltip]");
  await expect(tip).toContainText("Accepted (paid)");
  await page.getByRole("heading", { level: 1 }).tap();
  await expect(tip).toHaveCount(0);
  await tapBar();
  const counted = tip.getByRole("button", { name: "What was counted" });
  const figure = page.getByRole("figure");
  const [opened, within] = await Promise.all([counted.boundingBox(), figure.boundingBox()]);
  if (!opened || !within) throw new Error("The button is not visible.");
  await page.getByRole("heading", { level: 1 }).tap();
  await figure.tap({ position: { x: opened.x - within.x + opened.width / 2, y: opened.y - within.y + 9 } });
  await expect(counted, "opened by a tap at its place, which does not press it").toBeVisible();
  await counted.click();
  await expect(page.getByRole("heading", { name: /^What .* counted$/ })).toBeInViewport();

  await web.operator.db.prisma.account.update({
    where: { id: account.accountId },
    data: { available: 9_000_000_123_456_789n },
  });
  for (const path of [`/dashboard/apps/${softId}`, "/dashboard?period=14d", "/dashboard/balance"]) {
    await page.goto(web.url + path);
    await expect(page.getByText(/\d+B|9,000,000,/).first()).toBeVisible();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), path).toBeLessThanOrEqual(0);
  }
  await context.close();
});
