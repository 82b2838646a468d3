import { expect, test } from "@playwright/test";
import { jobs } from "../../apps/cli/src/demo-site/jobs/jobs.ts";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { expectAccessibleAt } from "./accessibility.ts";

/** Row U2, for the pages of the demo site that newcomers practise on. */
test("the pages of the everyday jobs at 390 and 1440 px, light and dark: no violation, nothing wider than the screen", async ({
  browser,
}) => {
  const site = await startSite();
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    httpCredentials: { username: "ada", password: "love:lace" },
  });
  const page = await context.newPage();
  for (const path of ["/", "/jobs", ...new Set(jobs.map((job) => job.path))]) {
    await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessibleAt(page, path, [1440, 390]);
  }
  await context.close();
  await site.close();
});
