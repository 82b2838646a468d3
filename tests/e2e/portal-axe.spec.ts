import { createApplication } from "@gatepost/domain/applications/applications";
import { createShareLink } from "@gatepost/domain/applications/share-links";
import { isLong } from "@gatepost/domain/platform/test-size";
import { inPortal } from "../factories.ts";
import { expectAccessibleAt, repeatedAt } from "./accessibility.ts";
import { expect, signIn as signInTask, test } from "./flow.ts";
import { pagesOf } from "./pages.ts";
import { enter } from "./portal.ts";

/** By path, in which N is the application's number. */
const titles: Record<string, string> = {
  "/dashboard/apps/N": "Acme Exporter",
  "/dashboard/apps/N/settings": "Acme Exporter: settings",
  "/dashboard": "Home",
  "/dashboard/apps": "Applications",
  "/dashboard/tasks": "Tasks",
  "/dashboard/keys": "Keys",
  "/dashboard/balance": "Balance",
  "/dashboard/account": "Account",
};

/** Each takes axe as long as five other pages, and has a few things many times: left to the long form. */
const longLists = ["/docs/steps", "/docs/reference"];

/** Row U2: every page at 390 px in the dark; in the long form at 1440 px and in light too. Half of them at a time. */
for (const half of [0, 1]) {
  test(`${["each page", "each other page"][half]}: no violation, nothing wider than the screen, nothing twice, no complaint`, async ({
    installation,
    caller,
    browser,
  }) => {
    const { accountId } = caller;
    const { softId } = await createApplication({
      ctx: installation.operator,
      input: {
        accountId,
        name: "Acme Exporter",
        version: "2.4.1",
        description: "# Why\n\n**Fast.** [More](https://a.example/)\n\n- `a`\n\n> b\n\n```\nc\n```",
        links: [{ label: "Manual", url: "https://a.example/manual" }],
      },
    });
    const { taskId } = await caller.client.createTask({ ...signInTask(installation.site), softId });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    const { token } = await createShareLink({
      ctx: inPortal(installation.operator, { accountId }),
      input: { softId, name: "axe" },
    });
    const { signedOut, signedIn } = pagesOf({ softId, taskId, token });
    await caller.untilWaiting(taskId, "2fa_input_value");
    let isSignedIn = false;
    for (const path of [...signedOut, ...signedIn].filter((_, n) => n % 2 === half)) {
      if (!isSignedIn && signedIn.includes(path)) {
        await enter(page, installation, accountId);
        isSignedIn = true;
      }
      await page.goto(installation.url + path);
      // One of each: no page is drawn twice, or has another page's frame around it.
      for (const one of ["h1", "main"]) await expect(page.locator(one), `${one} of ${path}`).toHaveCount(1);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const title = titles[path.replace(/\d+/, "N")];
      // The number is of tasks that wait.
      if (title) await expect(page, path).toHaveTitle(new RegExp(`^(\\(1\\) )?${title} · Gatepost$`));
      if (/^\/dashboard(\/tasks\/(waiting|\d+))?$/.test(path))
        await expect(page.getByRole("img", { name: "The page that asks" })).toBeVisible();
      if (/^\/(dashboard\/apps\/\d+|share\/[\w-]+)(\?|$)/.test(path))
        await expect(page.getByRole("figure")).toBeVisible();
      if (isLong || !longLists.includes(path)) await expectAccessibleAt(page, path, repeatedAt);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
}
