import { readFileSync } from "node:fs";
import { Gatepost } from "gatepost";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { expect, signIn as signInTask, test } from "./flow.ts";
import { signUp } from "./portal.ts";

test("a stranger makes a key, registers an application, answers its task, and sees it on the chart", async ({
  installation,
  page,
}) => {
  await signUp(page, installation);
  await page.goto(`${installation.url}/dashboard/keys`);
  await page.getByLabel("Name").fill("shop");
  await page.getByRole("button", { name: "Create key" }).click();
  const clientKey = (await page.getByRole("region", { name: "New key" }).textContent()) ?? "";
  expect(clientKey).toMatch(/^gp_\w{38}$/);
  await page.reload();
  await expect(page.getByText(clientKey), "it is shown once").toHaveCount(0);

  await page.goto(`${installation.url}/dashboard/apps`);
  await page.getByRole("link", { name: "Register an application" }).first().click();
  await page.getByLabel("Name").fill("Acme Exporter");
  await page.getByRole("button", { name: "Register and publish" }).click();
  await expect(page.getByRole("heading", { name: "Acme Exporter", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No data in this range" })).toBeVisible();
  const softId = Number(/apps\/(\d+)/.exec(page.url())?.[1]);

  const client = new Gatepost({ baseUrl: installation.url, clientKey });
  const { taskId } = await client.createTask({ ...signInTask(installation.site), softId });
  const chart = await page.context().newPage();
  await chart.goto(`${installation.url}/dashboard/apps/${softId}`);
  await page.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await expect(page.getByRole("heading", { name: /Waiting for 2fa_input_value/ })).toBeVisible();
  await expect(page.getByText("Enter the code that the site has just sent.")).toBeVisible();
  await expect(page.getByRole("img", { name: "The page that asks" }), "what is asked about").toBeVisible();
  await page.getByLabel("Answer", { exact: true }).fill(rightCode);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Succeeded");
  await expect(chart.getByRole("button", { name: /^Accepted \(paid\)\s*1\b/ })).toBeVisible({ timeout: 2_500 });
  await expect(chart.getByRole("button", { name: /^Active users\s*1/ })).toBeVisible();

  await page.goto(`${installation.url}/dashboard/balance`);
  await expect(page.getByRole("cell", { name: "Paid for a task" })).toBeVisible();
  await expect(
    page.getByRole("definition").filter({ hasText: "$0.9982" }),
    "a price of $0.002, and its commission",
  ).toBeVisible();
});

test("the dashboard by keyboard: modes, ranges, keys; the address holds it all, and back leads back", async ({
  installation,
  page,
}) => {
  await signUp(page, installation);
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

test("the chart and the CSV hold what the table shows", async ({ installation, page }) => {
  await signUp(page, installation);
  await page.goto(`${installation.url}/dashboard/apps/new`);
  await page.getByLabel("Name").fill("Exported");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("figure")).toBeVisible();
  const softId = /apps\/(\d+)/.exec(page.url())?.[1];
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

test("a share link shows the numbers to anybody, until it is revoked", async ({ installation, page, browser }) => {
  await signUp(page, installation);
  await page.goto(`${installation.url}/dashboard/apps/new`);
  await page.getByLabel("Name").fill("Shared");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Settings & sharing" }).click();
  await page.getByLabel("Who is it for?").fill("press");
  await page.getByRole("button", { name: "Create share link" }).click();
  const link = (await page.getByRole("region", { name: "Share link" }).textContent()) ?? "";
  const context = await browser.newContext();
  const reader = await context.newPage();
  await reader.goto(link);
  await expect(reader.getByRole("heading", { name: "Shared", level: 1 })).toBeVisible();
  await expect(reader.getByRole("figure")).toBeVisible();
  await reader.keyboard.press("2");
  await expect(reader.getByRole("button", { name: /^Page views 0/ })).toBeVisible();
  for (const name of ["Add note", "Sign out"]) await expect(reader.getByRole("button", { name })).toHaveCount(0);

  await page.getByRole("button", { name: "Revoke the link press" }).click();
  await page.getByRole("button", { name: "Revoke the link", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Revoke the link press" })).toHaveCount(0);
  expect((await context.request.get(link)).status()).toBe(404);
  expect((await context.request.get(`${installation.url}/share/${"A".repeat(32)}`)).status()).toBe(404);
  await context.close();
});

test("an application's picture is made small, shown beside its name, and served as a PNG and nothing else", async ({
  installation,
  page,
}) => {
  await signUp(page, installation);
  await page.goto(`${installation.url}/dashboard/apps/new`);
  await page.getByLabel("Name").fill("Pictured");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("figure")).toBeVisible();
  const softId = /apps\/(\d+)/.exec(page.url())?.[1];
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
  await expect(page.getByText("None yet. Add one to show")).toBeVisible();
  expect((await page.request.get(screenshot)).status()).toBe(404);
});
