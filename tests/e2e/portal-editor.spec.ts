import type { Step } from "@gatepost/contract/steps";
import { expectAccessible, repeatedAt, themesAt } from "./accessibility.ts";
import { json, openEditor, rows, saveButton, steps, types } from "./editor.ts";
import { expect, test } from "./flow.ts";

/** The template editor: a list of steps and JSON, which are two views of one document. */

test("steps are added, changed by their form and in the JSON, duplicated, deleted and undone; what saving would refuse is shown at its place", async ({
  installation,
  page,
}) => {
  await openEditor(installation, page);
  // What the server has streamed may be in the document twice until it is in its place.
  await page.locator("#content").getByLabel("Type of a new step", { exact: true }).selectOption("FILL_INPUT");
  await page.getByRole("button", { name: "Add step", exact: true }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.getByLabel("Value", { exact: true }).fill("login_name");
  await expect(json(page)).toContainText('"variable": "login_name"');
  await expect(page.getByRole("region", { name: "Template", exact: true })).toContainText("login_name");

  await rows(page).first().click();
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(rows(page)).toHaveCount(6);
  await page.getByRole("button", { name: "Delete step" }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(6);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(rows(page)).toHaveCount(5);

  await expect(page.getByText("not saved")).toBeVisible();
  await json(page).getByText('"#first"').click();
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  for (let n = 0; n < 7; n++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("div >");
  const broken = rows(page).filter({ hasText: "#first" });
  await expect(broken).toContainText("div");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(broken).not.toContainText("div");

  // The step after the deleted one is open.
  await page.getByLabel("Element", { exact: true }).fill("a[");
  await expect(rows(page).nth(1)).toContainText("1 problem");
  await expect(page.getByRole("button", { name: "steps.2.selector" })).toBeVisible();
  await expect(page.locator(".cm-lintRange-error")).toContainText("selector");
  await expect(saveButton(page)).toBeDisabled();
  await page.getByLabel("Element", { exact: true }).fill("a");
  await expect(page.locator(".cm-lintRange-error")).toHaveCount(0);
  await expect(saveButton(page)).toBeEnabled();
  const template = page.getByRole("region", { name: "Template", exact: true });
  await template.getByLabel("Name").fill("");
  await expect(template.getByRole("alert")).toHaveText("It must be filled in.");
  await page.getByRole("button", { name: "Undo" }).click();

  // The editor draws its lines anew when the checks of the document have come, which ends a selection.
  await expect(async () => {
    await json(page).getByText('"CLICK"').first().dblclick();
    expect(await page.evaluate("String(getSelection())")).toBe("CLICK");
  }).toPass();
  await page.keyboard.type("HOV");
  const completion = page.locator(".cm-tooltip-autocomplete");
  await completion.getByRole("option", { name: "HOVER" }).click();
  await expect(rows(page).nth(1)).toContainText("HOVER");
  await page.keyboard.press("End");
  await page.keyboard.type(' "');
  await expect(completion.getByRole("option"), "what the step does not have").toContainText(["timeout"]);
  await expect(completion.getByRole("option", { name: "selector" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  for (let n = 0; n < 2; n++) await page.keyboard.press("Backspace");

  await page.getByLabel("Element", { exact: true }).fill("#mine");
  // Undo by key belongs to the field in Try it, and elsewhere to the template.
  await page.getByRole("button", { name: "Try it", exact: true }).click();
  await page.getByLabel("Website URL").fill("https://example.com/a");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByLabel("Website URL")).not.toHaveValue("https://example.com/a");
  await expect(rows(page).nth(1)).toContainText("#mine");
  await rows(page).nth(1).focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(rows(page).nth(1)).not.toContainText("#mine");
});

test("steps are moved by keys, by buttons and by dragging, into and out of others", async ({ installation, page }) => {
  await openEditor(installation, page);
  await rows(page).nth(3).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => types(page)).toEqual(["OPEN_PAGE", "CLICK", "WAIT_FOR_TEXT", "IF_ELEMENT"]);
  await expect(rows(page).nth(2), "the focus goes with the step").toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowRight");
  await expect.poll(() => types(page)).toEqual(["OPEN_PAGE", "CLICK", "IF_ELEMENT"]);
  const nested = page.getByRole("list", { name: "Then of 3" }).getByRole("button", { name: /WAIT_FOR_TEXT/ });
  await expect(nested).toBeFocused();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(() => types(page)).toEqual(["OPEN_PAGE", "CLICK", "IF_ELEMENT", "WAIT_FOR_TEXT"]);

  await rows(page).nth(1).click();
  await page.getByRole("button", { name: "↑ Up" }).click();
  await expect.poll(() => types(page)).toEqual(["CLICK", "OPEN_PAGE", "IF_ELEMENT", "WAIT_FOR_TEXT"]);
  await rows(page).first().click();

  const handle = (n: number) => page.getByTitle("Drag to move").nth(n);
  await handle(0).dragTo(rows(page).nth(3), { targetPosition: { x: 40, y: 32 } });
  await expect.poll(() => types(page)).toEqual(["OPEN_PAGE", "IF_ELEMENT", "WAIT_FOR_TEXT", "CLICK"]);
  // Out of the nested list, to below the list; and into the list that is empty now.
  await handle(2).dragTo(page.getByLabel("Type of a new step", { exact: true }));
  await expect.poll(() => types(page)).toEqual(["OPEN_PAGE", "IF_ELEMENT", "WAIT_FOR_TEXT", "CLICK", "CLICK"]);
  await handle(4).dragTo(page.getByText("Then", { exact: true }));
  await expect.poll(() => types(page)).toEqual(["OPEN_PAGE", "IF_ELEMENT", "WAIT_FOR_TEXT", "CLICK"]);
});

for (const width of repeatedAt)
  test(`sixty steps and long names at ${width} px: no violation, nothing wider than the screen; every view says that the JSON cannot be read`, async ({
    installation,
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const long = `${"W".repeat(80)} ${"unbroken-".repeat(10)}`;
    const many: Step[] = Array.from({ length: 15 }, () => steps).flat();
    await openEditor(installation, page, { name: long, steps: many });
    await expect(rows(page)).toHaveCount(60);
    await rows(page).nth(2).click();
    await expect(page.getByText("60")).not.toHaveCount(0);
    await expectAccessible(page, "steps", themesAt(width));
    const isPhone = width < 1024;
    if (isPhone) {
      await page.getByRole("button", { name: "JSON", exact: true }).click();
      await expect(json(page)).toBeVisible();
      await expectAccessible(page, "json", themesAt(width));
    }
    await json(page).fill("{");
    await expect(saveButton(page)).toBeDisabled();
    for (const view of isPhone ? ["JSON", "Try it", "Steps"] : ["Try it"]) {
      await page.getByRole("button", { name: view, exact: true }).click();
      await expect(page.getByRole("alert").filter({ hasText: "The JSON cannot be read" }), view).toBeVisible();
    }
  });
