import { expect, test } from "@playwright/test";
import { jobs } from "../../apps/cli/src/demo-site/jobs/jobs.ts";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { expectAccessible } from "./accessibility.ts";

/** Row U2, for the pages of the demo site that newcomers practise on. */
for (const width of [390, 1440]) {
  test(`the pages of the everyday jobs at ${width} px, light and dark: no violation, nothing wider than the screen`, async ({
    browser,
  }) => {
    const site = await startSite();
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      httpCredentials: { username: "ada", password: "love:lace" },
    });
    const page = await context.newPage();
    for (const path of ["/", "/jobs", ...new Set(jobs.map((job) => job.path))]) {
      await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page, path);
    }
    await context.close();
    await site.close();
  });
}
