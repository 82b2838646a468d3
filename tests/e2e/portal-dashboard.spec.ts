import { readFileSync } from "node:fs";
import { createApplication } from "@gatepost/domain/applications/applications";
import type { Page } from "@playwright/test";
import { type Caller, expect, type TestInstallation, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** A new application's dashboard, as its owner sees it. */
async function openDashboard(
  page: Page,
  { operator, url }: TestInstallation,
  { accountId }: Caller,
  name: string,
): Promise<number> {
  const { softId } = await createApplication({ ctx: operator, input: { accountId, name } });
  await enter(page, { operator, url }, accountId);
  await page.goto(`${url}/dashboard/apps/${softId}`);
  await expect(page.getByRole("figure")).toBeVisible();
  return softId;
}

test("the dashboard by keyboard: modes, ranges, keys; the address holds it all, and back leads back", async ({
  installation,
  portal: page,
}) => {
  await page.goto(`${installation.url}/dashboard/apps/new`);
  await page.getByLabel("Name").fill("Keys");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
  await expect(page.getByRole("figure")).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("button", { name: /^Page views/ })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/mode=views&from=.*&to=/);
  await page.goBack();
  await expect(page).toHaveURL(/\?mode=views$/);
  await page.goBack();
  await expect(page.getByRole("button", { name: /^Accepted/ })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the chart and the CSV hold what the table shows", async ({ installation, caller, page }) => {
  const softId = await openDashboard(page, installation, caller, "Exported");
  for (let n = 0; n < 3; n++) await (await page.context().newPage()).goto(`${installation.url}/apps/${softId}`);
  await page.keyboard.press("2");
  await expect(page.getByRole("button", { name: /^Page views 3/ })).toBeVisible();
  await page.getByText("Show as a table").click();
  const cells = page.getByRole("region", { name: "Chart data" }).getByRole("cell");
  await expect(cells.last()).toHaveText("3");
  const table = await cells.allInnerTexts();
  const bars = await page
    .locator("figure [data-value]")
    .evaluateAll((parts) => parts.map((part) => part.getAttribute("data-value")));
  expect(bars, "the bars").toEqual(table.filter((cell) => cell !== "0"));
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Data as CSV" }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toBe("date,Page views");
  expect(lines.slice(1, -1).map((line) => line.split(",")[1])).toEqual(table);
  expect(lines.at(-1)).toBe("total,3");
  await page.getByRole("button", { name: "Export" }).click();
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    // The picture has the page's own type.
    page.waitForResponse((file) => file.url().endsWith(".woff2") && file.request().resourceType() === "fetch"),
    page.getByRole("menuitem", { name: "Chart as PNG" }).click(),
  ]);
  expect(
    readFileSync(await picture.path())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
});

test("an application's picture is made small, shown beside its name, and served as a PNG and nothing else", async ({
  installation,
  caller,
  page,
}) => {
  const softId = await openDashboard(page, installation, caller, "Pictured");
  await page.goto(`${installation.url}/dashboard/apps/${softId}/settings`);
  await page.getByLabel("Choose a picture").setInputFiles({
    name: "wide.png",
    mimeType: "image/png",
    buffer: await page.screenshot(),
  });
  await expect(page.getByRole("button", { name: "Use initials" })).toBeVisible();
  await page.goto(`${installation.url}/apps/${softId}`);
  const address = await page.locator("article img").getAttribute("src");
  const served = await page.request.get(installation.url + address);
  expect(served.headers()).toMatchObject({ "content-type": "image/png", "x-content-type-options": "nosniff" });
  expect(served.headers()["cache-control"]).toContain("immutable");
  expect(served.headers()["content-security-policy"]).toBe("default-src 'none'; sandbox");
  const png = await served.body();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([128, 128]);
  expect((await page.request.get(`${installation.url}/apps/${softId}/icon?v=${"0".repeat(32)}`)).status()).toBe(404);

  await page.goto(`${installation.url}/dashboard/apps/${softId}/settings`);
  await page.getByLabel("Choose a picture").setInputFiles({
    name: "note.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture"),
  });
  await expect(page.getByText("The browser cannot read this file.")).toBeVisible();

  await page.getByLabel("Add a screenshot").setInputFiles({
    name: "window.png",
    mimeType: "image/png",
    buffer: await page.screenshot(),
  });
  await expect(page.getByRole("button", { name: "Remove screenshot 1" })).toBeVisible();
  await page.goto(`${installation.url}/apps/${softId}`);
  const shown = page.getByRole("img", { name: "Screenshot 1 of Pictured" });
  await shown.scrollIntoViewIfNeeded();
  await expect(shown).toHaveJSProperty("complete", true);
  const screenshot = `${installation.url}${await shown.getAttribute("src")}`;
  const webp = await page.request.get(screenshot);
  expect(webp.headers()).toMatchObject({ "content-type": "image/webp", "x-content-type-options": "nosniff" });
  expect(webp.headers()["cache-control"]).toContain("immutable");
  for (const property of ["meta[property='og:image']", "meta[name='twitter:image']"])
    expect(await page.locator(property).getAttribute("content")).toBe(screenshot);
  expect(await page.locator("meta[property='og:title']").getAttribute("content")).toBe("Pictured");

  await page.goto(`${installation.url}/dashboard/apps/${softId}/settings`);
  await page.getByRole("button", { name: "Remove screenshot 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove screenshot" }).click();
  await expect(page.getByText("None yet. Add one to show")).toBeVisible();
  expect((await page.request.get(screenshot)).status()).toBe(404);
});
