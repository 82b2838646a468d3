import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { jobs } from "../../apps/cli/src/demo-site/jobs/jobs.ts";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";

/** Row U2, for the pages of the demo site that newcomers practise on. */
for (const width of [390, 1440]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`the pages of the everyday jobs at ${width} px, ${colorScheme}: no violation, nothing wider than the screen`, async ({
      browser,
    }) => {
      const site = await startSite();
      const context = await browser.newContext({
        ...{ viewport: { width, height: 844 }, colorScheme },
        httpCredentials: { username: "ada", password: "love:lace" },
      });
      const page = await context.newPage();
      for (const path of ["/", "/jobs", ...new Set(jobs.map((job) => job.path))]) {
        await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${path}: ${id} at ${nodes.map(({ target }) => target).join()}`,
        );
        expect(found).toEqual([]);
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect(over, `${path} is as wide as the screen`).toBeLessThanOrEqual(0);
      }
      await context.close();
      await site.close();
    });
  }
}
