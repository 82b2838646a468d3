import { createApplication } from "@gatepost/domain/applications/applications";
import { addScreenshot, setApplicationIcon } from "@gatepost/domain/applications/pictures";
import type { Page } from "@playwright/test";
import { type Caller, expect, type TestInstallation, test } from "./flow.ts";

/** A PNG of one pixel, in base64. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgYGAAAAAEAAGjChXjAAAAAElFTkSuQmCC";

/** An application of the caller's, whose download is a page of the demo site. */
async function publish({ operator, site }: TestInstallation, { accountId }: Caller): Promise<number> {
  const { softId } = await createApplication({
    ctx: operator,
    input: {
      accountId,
      name: "Acme Exporter",
      description: "Exports what Acme has.",
      downloadUrl: `${site.url}/text?say=downloaded`,
    },
  });
  return softId;
}

/** Today's number of a mode, as the owner reads it. */
async function count({ client }: Caller, softId: number, mode: "views" | "downloads"): Promise<number> {
  const { chartData } = await client.getAppStats({ softId, mode });
  return chartData[0]?.data.reduce((sum, { y }) => sum + y, 0) ?? Number.NaN;
}

async function look(page: Page, installation: TestInstallation, softId: number): Promise<void> {
  await page.goto(`${installation.url}/apps/${softId}`);
  await expect(page.getByRole("heading", { name: "Acme Exporter", level: 1 })).toBeVisible();
}

test("S17: a person's look at the application's page is a view, a click on its link a download, and hovering none; from another site the link leads to the page, which names where the download is", async ({
  installation,
  caller,
  page,
}) => {
  const softId = await publish(installation, caller);
  // Its pictures are loaded with the page, and counted neither as views nor as downloads.
  const file = Buffer.from(pixel, "base64");
  await setApplicationIcon({ ctx: installation.operator, input: { softId, file } });
  await addScreenshot({ ctx: installation.operator, input: { softId, file } });
  await look(page, installation, softId);
  await page.reload();
  for (const picture of await page.locator("article img").all())
    await expect(picture).toHaveJSProperty("complete", true);
  const screenshot = await page.getByRole("img", { name: /^Screenshot/ }).getAttribute("src");
  expect((await page.request.get(installation.url + screenshot)).status()).toBe(200);
  await page.request.get(`${installation.url}/apps/${softId}`, { headers: { "user-agent": "Googlebot/2.1" } });
  const where = { applicationId: softId, metric: "view_excluded" };
  const excluded = await installation.operator.db.prisma.count.findMany({ where, select: { label: true, n: true } });
  expect(excluded, "with the reason").toEqual([{ label: "crawler", n: 1n }]);
  await page.getByRole("link", { name: /download/i }).hover();
  await page.waitForLoadState("networkidle");
  expect([await count(caller, softId, "views"), await count(caller, softId, "downloads")]).toEqual([2, 0]);
  await page.getByRole("link", { name: /download/i }).click();
  await expect(page.getByText("downloaded", { exact: true })).toBeVisible();
  expect([await count(caller, softId, "views"), await count(caller, softId, "downloads")]).toEqual([2, 1]);

  await page.setContent(`<a href="${installation.url}/apps/${softId}/download">Free tickets</a>`);
  await page.getByRole("link").click();
  await expect(page).toHaveURL(`${installation.url}/apps/${softId}`);
  await expect(page.getByText(`From ${new URL(installation.site.url).host}`)).toBeVisible();
  expect(await count(caller, softId, "downloads")).toBe(1);
  await page.getByRole("link", { name: /download/i }).click();
  await expect(page.getByText("downloaded", { exact: true })).toBeVisible();
  expect(await count(caller, softId, "downloads")).toBe(2);
});

test("the page is a whole one without scripts, and on a phone: the Markdown, the version and the links, as the owner set them", async ({
  installation,
  caller,
  portal: page,
  browser,
}) => {
  const softId = await publish(installation, caller);
  await page.goto(`${installation.url}/dashboard/apps/${softId}/settings`);
  await page
    .getByLabel("Description")
    .fill("# Why\n\nIt is **fast**. [More](https://a.example/more)\n\n![p](https://a.example/p.png)");
  await page.getByLabel("Version").fill("2.4.1");
  await page.getByRole("button", { name: "Add a link" }).click();
  await page.getByLabel("Label of link 1").fill("Manual");
  await page.getByLabel("URL of link 1").fill("https://ada@a.example");
  await page.getByLabel("Homepage").fill("mailto:ada@a.example");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("It must not hold a user name or password")).toBeVisible();
  await expect(page.getByText("It must be a complete URL")).toBeVisible();
  await expect(page.getByLabel("Homepage")).toBeFocused();
  await page.getByLabel("Homepage").fill("");
  await page.getByLabel("URL of link 1").fill("https://a.example");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const shown = await context.newPage();
  const complaints: string[] = [];
  shown.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await look(shown, installation, softId);
  await expect(shown.getByRole("link", { name: /download/i })).toBeVisible();
  expect(await shown.evaluate("document.documentElement.scrollWidth <= innerWidth").catch(() => true)).toBe(true);
  await expect(shown.getByRole("heading", { name: "Why", level: 2 })).toBeVisible();
  await expect(shown.locator("strong", { hasText: "fast" })).toBeVisible();
  await expect(shown.getByText("2.4.1", { exact: true })).toBeVisible();
  for (const [label, href] of [
    ["More", "https://a.example/more"],
    ["Manual", "https://a.example/"],
  ] as const) {
    await expect(shown.getByRole("link", { name: label })).toHaveAttribute("href", href);
    await expect(shown.getByRole("link", { name: label })).toHaveAttribute("rel", "nofollow noopener ugc");
  }
  await expect(shown.locator("article img")).toHaveCount(0);
  expect(await shown.locator("meta[name=description]").getAttribute("content")).toBe("Why: It is fast. More. p");
  expect(complaints).toEqual([]);
  await context.close();
});
