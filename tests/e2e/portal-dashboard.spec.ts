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

test("keys choose modes, ranges and comparisons, which the address keeps, and back leads back; data and chart are exported", async ({
  installation,
  caller,
  page,
}) => {
  const softId = await openDashboard(page, installation, caller, "Keys");
  const where = { id: softId };
  const createdAt = new Date("2021-03-04T10:00:00Z");
  await installation.operator.db.prisma.application.update({ where, data: { createdAt } });
  await page.goto(`${installation.url}/apps/${softId}`);
  await page.goto(`${installation.url}/dashboard/apps/${softId}`);
  await expect(page.getByRole("figure")).toBeVisible();
  await page.keyboard.press("2");
  const views = page.getByRole("button", { name: /^Page views 1/ });
  await expect(views).toHaveAttribute("aria-pressed", "true");
  const exported = async (name: string) => {
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    return readFileSync(await (await download).path());
  };
  expect(String(await exported("Data as CSV"))).toMatch(/^date,Page views\r\n.*,1\r\ntotal,1\r\n$/s);
  // The picture has the page's own type.
  const type = page.waitForResponse(
    (file) => file.url().endsWith(".woff2") && file.request().resourceType() === "fetch",
  );
  expect(String((await exported("Chart as PNG")).subarray(1, 4))).toBe("PNG");
  await type;

  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/mode=views&from=.*&to=/);
  await page.goBack();
  await expect(page).toHaveURL(/\?mode=views$/);
  await page.goBack();
  await expect(page.getByRole("button", { name: /^Accepted/ })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(page.locator("html"), "the page behind does not scroll").toHaveCSS("overflow", "hidden");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  for (const [key, range] of [
    ["d", "today"],
    ["a", "all"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`\\?range=${range}$`));
    await expect(page.getByLabel("Range", { exact: true })).toHaveValue(range);
  }
  await expect(page.getByText(/^4 Mar 2021 – .* by month, UTC/), "more than a year").toBeVisible();
  await expect(page.getByRole("figure", { name: /^Chart: Accepted \(paid\), All time/ })).toBeVisible();
  await page.getByLabel("What one bar covers").selectOption("week");
  await expect(page.getByText(/ by week, UTC/)).toBeVisible();
  await page.keyboard.press("x");
  await expect(page).toHaveURL(/\?range=all&by=week&compare=1$/);
  await page.getByLabel("Compare").selectOption("year");
  await expect(page).toHaveURL(/compare=year$/);
  await page.getByLabel("Compare").selectOption("Other days…");
  await page.getByLabel("First day").fill("2025-03-03");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page).toHaveURL(/compare=2025-03-03$/);
  await page.reload();
  await expect(page.getByLabel("Compare")).toHaveValue("2025-03-03");
  await expect(page.getByText(/ by week, UTC.* Dashed: 6 Mar 2025 – /), "the same weekday").toBeVisible();
});

test("on paper, a dashboard has its figures and its chart, and nothing to click", async ({
  installation,
  caller,
  page,
}) => {
  await openDashboard(page, installation, caller, "Printed");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("figure")).toBeVisible();
  await expect(page.getByRole("button"), "the figures").toHaveCount(5);
  for (const role of ["navigation", "combobox", "textbox"] as const)
    await expect(page.getByRole(role), role).toHaveCount(0);
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
