import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./flow.ts";
import { enter } from "./portal.ts";

/** Row U3 for the editor: a template from nothing to its first run, without a pointer. */

/** Goes to a control as a person without a pointer does. */
async function tabTo(page: Page, control: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 150; presses++) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${control} is not reached by ${key}.`);
}

const rows = (page: Page) => page.getByRole("list", { name: "Steps", exact: true }).locator("[data-step]");

/** Chooses in the list that has the focus. A list forgets what was typed after a second, so a slow machine types it again. */
async function choose(page: Page, list: Locator, text: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.type(text);
    await expect(list).toHaveValue(text, { timeout: 2_000 });
  }).toPass();
}

async function addStep(page: Page, type: string, list?: string): Promise<void> {
  const within = list ? ` in ${list}` : "";
  const types = page.getByLabel(`Type of a new step${within}`, { exact: true });
  await tabTo(page, types);
  await choose(page, types, type);
  await page.keyboard.press("Tab");
  const before = await rows(page).count();
  await page.keyboard.press("Enter");
  // A step that nests others comes with one of them.
  await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
  await expect(page.locator("[data-step][aria-expanded=true]")).toContainText(type);
  await expect(page.locator("[data-step][aria-expanded=true]")).toBeFocused();
}

async function fill(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

test("by keyboard alone a template is named, written as steps and as JSON, ordered, nested, saved and tried", async ({
  installation,
  caller,
  page,
}) => {
  const { operator, site, url } = installation;
  const { accountId } = caller;
  await enter(page, installation, accountId);
  await page.goto(`${url}/dashboard/templates`);
  await tabTo(page, page.getByRole("link", { name: "New template" }).first());
  await page.keyboard.press("Enter");
  await fill(page, "Name", "Typed");
  await tabTo(page, page.getByRole("button", { name: "Create template" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Typed", level: 1 })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  // The screenshot that a new template begins with is to be its last step.
  await addStep(page, "FILL_INPUT");
  await fill(page, "Element", "#login");
  await tabTo(page, page.getByLabel("Value", { exact: true }));
  const source = page.getByLabel("Source of value", { exact: true });
  await tabTo(page, source, "Shift+Tab");
  await choose(page, source, "variable");
  await fill(page, "Value", "login");
  await addStep(page, "IF_ELEMENT");
  await fill(page, "Element", "#password");
  const nested = page.getByRole("list", { name: "Then of 3" }).locator("[data-step]");
  await addStep(page, "FILL_INPUT", "Then of 3");
  await fill(page, "Element", "#password");
  await fill(page, "Value", "lovelace");
  const total = await nested.count();

  await tabTo(page, rows(page).first(), "Shift+Tab");
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  const top = page.getByRole("list", { name: "Steps", exact: true }).locator(":scope > li > div > div > [data-step]");
  await expect(top.last()).toContainText("TAKE_SCREENSHOT");
  await expect(top.last()).toBeFocused();

  const json = page.getByRole("textbox", { name: "Template as JSON" });
  await tabTo(page, json);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type('"engine": "shell",');
  await expect(page.getByLabel("Browser", { exact: true })).toHaveValue("shell");
  // The editor of JSON does not keep the focus.
  await page.keyboard.press("Escape");
  const saving = page.getByRole("button", { name: "Save", exact: true });
  await expect(saving).toBeEnabled();
  await tabTo(page, saving, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "version 2" })).toBeVisible();
  await expect(saving).toBeDisabled();
  await expect(saving).toBeFocused();
  const stored = await operator.db.prisma.template.findFirstOrThrow({
    where: { accountId, name: "Typed" },
    select: { currentVersion: { select: { document: true } } },
  });
  const { steps, engine } = (stored.currentVersion?.document ?? {}) as {
    steps: { type: string; then?: unknown[] }[];
    engine: string;
  };
  expect(steps.map(({ type }) => type)).toEqual(["FILL_INPUT", "IF_ELEMENT", "TAKE_SCREENSHOT"]);
  expect(steps[1]?.then).toHaveLength(total);
  expect(engine).toBe("shell");

  await tabTo(page, page.getByRole("button", { name: "Try it", exact: true }));
  await page.keyboard.press("Enter");
  await fill(page, "Website URL", `${site.url}/login`);
  await fill(page, "Login", "ada");
  await tabTo(page, page.getByText("More settings"));
  await page.keyboard.press("Enter");
  await fill(page, "Locale", "pt-PT");
  await page.keyboard.press("Enter");
  const run = page.getByRole("region", { name: "Run" });
  await expect(run.getByRole("heading", { name: /Succeeded|Failed/ })).toBeVisible();
  await expect(run.getByRole("img", { name: "The page at step 1", exact: true })).toBeVisible();
});
