import type { WrittenStep } from "@gatepost/contract/steps";
import type { Locator, Page } from "@playwright/test";
import { newTemplate } from "../factories.ts";
import { type Caller, expect, type TestInstallation, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** Try it keeps its page open: elements are picked on it, and the edited draft continues there. */

async function onLivePage(live: Locator, element: Locator) {
  const [box, there] = [await live.locator("canvas").boundingBox(), await element.boundingBox()];
  if (!box || !there) throw new Error("It is not shown.");
  return {
    x: box.x + ((there.x + there.width / 2) * box.width) / 1280,
    y: box.y + ((there.y + there.height / 2) * box.height) / 720,
  };
}

/** A draft of these steps that was run at the sign-in page, and keeps its page open. */
async function tried(page: Page, installation: TestInstallation, { accountId }: Caller, steps: WrittenStep[]) {
  const { operator, site, url } = installation;
  const name = await newTemplate(operator, { accountId }, steps);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, installation, accountId);
  await page.goto(`${url}/dashboard/templates/${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: "Try it", exact: true }).click();
  await page.getByLabel("Website URL").fill(`${site.url}/login`);
  await page.getByRole("switch", { name: "Keep the page open" }).click();
  await page.getByRole("button", { name: /^Run/ }).click();
  const run = page.getByRole("region", { name: "Run" });
  await expect(run.getByText("The page stays open")).toBeVisible();
  return run;
}

test("after a step has failed, its element is picked on the page, and the draft then succeeds", async ({
  installation,
  caller,
  page,
}) => {
  const { site } = installation;
  const run = await tried(page, installation, caller, [{ type: "CLICK", selector: "#no-such-button", timeout: 5 }]);
  const failed = run.getByRole("listitem").filter({ hasText: "CLICK" });
  await expect(failed).toContainText("#no-such-button");
  await expect(failed.getByRole("img", { name: "The page at step 1" })).toBeVisible();
  await failed.getByRole("button", { name: "Edit step 1" }).click();
  const field = page.getByLabel("Element", { exact: true });

  await field.fill("input");
  await expect(page.getByText("It matches 2 elements on the page.")).toBeVisible();
  await expect(run.locator("[data-matched]")).toHaveCount(2);

  await page.getByRole("button", { name: "Pick element on the page" }).click();
  const live = page.getByRole("application", { name: "Live page" });
  await live.scrollIntoViewIfNeeded();
  const plan = await page.context().newPage();
  await plan.setViewportSize({ width: 1280, height: 720 });
  await plan.goto(`${site.url}/login`);
  const place = await onLivePage(live, plan.getByRole("button", { name: "Continue" }));
  await page.mouse.move(place.x, place.y);
  await expect(run.locator("[data-matched]")).toHaveCount(1);
  await page.mouse.down();
  await page.mouse.up();
  await expect(field).toHaveValue('role=button[name="Continue"]');

  await run.getByRole("button", { name: "Close the page" }).click();
  await expect(run.getByRole("heading", { name: "Failed" })).toBeVisible();
  await page.getByRole("button", { name: /^Run/ }).click();
  await expect(run.getByText("The page stays open")).toBeVisible();
  await run.getByRole("button", { name: "Close the page" }).click();
  await expect(run.getByRole("heading", { name: "Succeeded" })).toBeVisible();
});

test("a step that failed is corrected, and the run continues from it on the page that was kept open", async ({
  installation,
  caller,
  page,
}) => {
  const fill = (selector: string, value: string): WrittenStep => ({
    type: "FILL_INPUT",
    selector,
    value,
  });
  const run = await tried(page, installation, caller, [
    fill("#login", "ada"),
    fill("#password", "lovelace"),
    { type: "CLICK", selector: "#no-such-button", timeout: 1 },
    { type: "WAIT_FOR_ELEMENT", selector: "#2facode" },
  ]);
  await run.getByRole("button", { name: "Edit step 3" }).click();
  await expect(page.getByText("It matches 0 elements on the page.")).toBeVisible();
  const field = page.getByLabel("Element", { exact: true });
  const source = page.getByLabel("Source of element");
  await source.selectOption({ label: "variable" });
  await field.fill("button");
  await run.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(run.getByRole("alert")).toHaveText(/Missing: button\./);
  await source.selectOption({ label: "fixed value" });
  await field.fill("form button");
  const from = run.getByLabel("Continue from step");
  await from.focus();
  // The form is still open.
  await expect(page.getByText("It matches 1 element on the page.")).toBeVisible();
  await expect(run.locator("[data-matched]")).toHaveCount(1);
  await expect(from).toHaveValue("3");
  await run.getByRole("button", { name: "Continue", exact: true }).click();

  const steps = run.getByRole("listitem");
  await expect(steps).toHaveText([
    /Open the website/,
    /1.*into #login/,
    /2.*into #password/,
    /3.*Click #no-such-button.*failed/,
    /3.*Click form button/,
    /4.*Wait for #2facode/,
  ]);
  await expect(run.getByText("The page stays open")).toBeVisible();
  await run.getByRole("button", { name: "Close the page" }).click();
  await expect(run.getByRole("heading", { name: "Succeeded" })).toBeVisible();
});
