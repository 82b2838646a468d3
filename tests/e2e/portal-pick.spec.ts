import type { WrittenStep } from "@gatepost/contract/steps";
import { newTemplate } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { LivePerson, middleOf, planOf } from "./live-person.ts";

/** Try it keeps its page open: elements are picked on it, and the edited draft continues there. */

test("after a step has failed, its element is picked on the page, and the run continues from it on the page that was kept open", async ({
  installation,
  caller,
  portal: page,
}) => {
  const { operator, site, url } = installation;
  const fill = (selector: string, value: string): WrittenStep => ({ type: "FILL_INPUT", selector, value });
  const name = await newTemplate(operator, caller, [
    fill("#login", "ada"),
    fill("#password", "lovelace"),
    { type: "CLICK", selector: "#no-such-button", timeout: 1 },
    { type: "WAIT_FOR_ELEMENT", selector: "#2facode" },
  ]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/dashboard/templates/${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: "Try it", exact: true }).click();
  await page.getByLabel("Website URL").fill(`${site.url}/login`);
  await page.getByRole("switch", { name: "Keep the page open" }).click();
  await page.getByRole("button", { name: /^Run/ }).click();
  const run = page.getByRole("region", { name: "Run" });
  await expect(run.getByText("The page stays open")).toBeVisible();
  const failed = run.getByRole("listitem").filter({ hasText: "CLICK" });
  await failed.getByRole("button", { name: "Edit step 3" }).click();
  await expect(page.getByText("It matches 0 elements on the page.")).toBeVisible();
  const field = page.getByLabel("Element", { exact: true });
  const matched = run.locator("[data-matched]");
  await field.fill("input");
  await expect(page.getByText("It matches 2 elements on the page.")).toBeVisible();
  await expect(matched).toHaveCount(2);

  const source = page.getByLabel("Source of element");
  await source.selectOption({ label: "variable" });
  await field.fill("button");
  const goOn = run.getByRole("button", { name: "Continue", exact: true });
  await goOn.click();
  await expect(run.getByRole("alert")).toHaveText(/Missing: button\./);
  await source.selectOption({ label: "fixed value" });

  await page.getByRole("button", { name: "Pick element on the page" }).click();
  const person = new LivePerson(page);
  await person.live.scrollIntoViewIfNeeded();
  const plan = await planOf(page.context(), `${site.url}/login`);
  const place = await person.placeOf(await middleOf(plan.getByRole("button", { name: "Continue" })));
  await page.mouse.move(place.x, place.y);
  await expect(matched).toHaveCount(1);
  await page.mouse.down();
  await page.mouse.up();
  await expect(field).toHaveValue('role=button[name="Continue"]');

  const from = run.getByLabel("Continue from step");
  await from.focus();
  // The form is still open.
  await expect(page.getByText("It matches 1 element on the page.")).toBeVisible();
  await expect(from).toHaveValue("3");
  await goOn.click();
  await expect(run.getByRole("listitem")).toHaveText([
    /Open the website/,
    /into #login.*step 1/,
    /into #password.*step 2/,
    /Click #no-such-button.*step 3.*failed/,
    /Click .*Continue.*step 3/,
    /Wait for #2facode.*step 4/,
  ]);
  await expect(run.getByText("The page stays open")).toBeVisible();
  await run.getByRole("button", { name: "Close the page" }).click();
  await expect(run.getByRole("heading", { name: "Succeeded" })).toBeVisible();
});
