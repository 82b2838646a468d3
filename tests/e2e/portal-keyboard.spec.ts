import { readFileSync } from "node:fs";
import { createApplication } from "@gatepost/domain/applications/applications";
import type { Locator, Page } from "@playwright/test";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { newEmail, password } from "../portal-session.ts";
import { expect, signIn as signInTask, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** Row U3: every flow by keys alone. No pointer is moved here; what has the focus shows it. */

/** Goes on with that key until the target has the focus, and sees that the focus is visible. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 150; presses++) {
    const outline = await target.evaluate((element): string | null => {
      if (document.activeElement !== element) return null;
      // The editor of JSON is outlined as a whole.
      const { outlineWidth, outlineStyle } = getComputedStyle(element.closest(".cm-editor") ?? element);
      return `${outlineWidth} ${outlineStyle}`;
    });
    if (outline !== null) {
      expect(outline, "what has the focus is outlined").toMatch(/^[1-9]\S*px (solid|auto)$/);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`The key ${key} does not lead to ${target}.`);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Types without waiting for the field, as people do. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(text);
  await expect(page.getByRole("combobox", { name: "Application, page or task" })).toHaveValue(text);
}

test("U3: a stranger signs up, makes a key, registers, hides and publishes an application, and shares it, by keyboard", async ({
  installation,
  page,
}) => {
  await page.goto(`${installation.url}/sign-up`);
  await type(page, page.getByLabel("Email"), newEmail());
  await type(page, page.getByLabel("Password"), password);
  await press(page, page.getByRole("button", { name: "Create account" }));
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();

  await press(page, page.getByRole("navigation", { name: "Portal", exact: true }).getByRole("link", { name: "Keys" }));
  await type(page, page.getByLabel("Name"), "shop");
  await press(page, page.getByRole("button", { name: "Create key" }));
  await expect(page.getByRole("region", { name: "New key" })).toContainText("gp_");

  await page.keyboard.press("Escape");
  await tabTo(page, page.getByRole("link", { name: "Documentation" }));
  await find(page, "register");
  await page.keyboard.press("Enter");
  // The page before has a field of this name too.
  await expect(page.getByRole("heading", { name: "Register an application", level: 1 })).toBeVisible();
  await type(page, page.getByLabel("Name"), "Acme Exporter");
  await press(page, page.getByRole("button", { name: "Register and publish" }));
  await expect(page.getByRole("heading", { name: "Acme Exporter", level: 1 })).toBeVisible();

  await press(page, page.getByRole("link", { name: "Settings & sharing" }));
  await press(page, page.getByRole("button", { name: "Hide the page" }));
  await press(page, page.getByRole("button", { name: "Publish the page" }));
  await expect(page.getByRole("button", { name: "Hide the page" })).toBeVisible();
  await type(page, page.getByLabel("Who is it for?"), "press");
  await press(page, page.getByRole("button", { name: "Create share link" }));
  await expect(page.getByRole("region", { name: "Share link" })).toContainText("/share/");
  await press(page, page.getByRole("button", { name: "Revoke the link press" }));
  await press(page, page.getByRole("button", { name: "Revoke the link", exact: true }));
  await expect(page.getByRole("button", { name: "Revoke the link press" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Share link" }), "it no longer works").toHaveCount(0);
});

test("U3: the dashboard by keyboard: mode, range, zone, comparison, note, point, CSV, and the task behind an error", async ({
  installation,
  caller,
  page,
}) => {
  const { accountId } = caller;
  const { softId } = await createApplication({ ctx: installation.operator, input: { accountId, name: "Keys" } });
  const { taskId } = await caller.client.createTask({ ...signInTask(installation.site), softId });
  const { task } = signInTask(installation.site);
  const unknown = { softId, task: { ...task, templateName: "no such template" } };
  await expect(caller.client.createTask(unknown)).rejects.toThrow("ERROR_TEMPLATE_NOT_FOUND");
  await enter(page, installation, accountId);

  await page.goto(`${installation.url}/dashboard/tasks`);
  await press(page, page.getByRole("link", { name: `Task ${taskId}` }));
  await expect(page.getByRole("heading", { name: /Waiting for/ })).toBeVisible();
  await type(page, page.getByLabel("Answer", { exact: true }), rightCode);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Succeeded");
  await expect(page.getByRole("heading", { level: 1 }), "the field that had the focus is gone").toBeFocused();

  // A quick hand on a slow machine: the report is not listening later than it is seen.
  const machine = await page.context().newCDPSession(page);
  await machine.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  await find(page, "keys");
  await expect(page.getByRole("option", { name: /^Keys softId/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Accepted \(paid\)\s*1\b/ })).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByLabel("Compare")).toHaveValue("previous");
  await expect(page).toHaveURL(/compare=1/);
  await machine.send("Emulation.setCPUThrottlingRate", { rate: 1 });

  const range = page.getByLabel("Range", { exact: true });
  await press(page, range, "Home");
  await expect(page).toHaveURL(/range=today/);
  await expect(page.getByText(/by hour, UTC/)).toBeVisible();
  await press(page, page.getByLabel("Time zone"), "ArrowDown");
  await expect(page).toHaveURL(/tz=Africa/);

  await press(page, range, "End");
  await press(page, page.getByRole("button", { name: "Apply" }));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto(`${installation.url}/dashboard/apps/${softId}?range=7d`);
  await expect(page.getByRole("figure")).toBeVisible();

  await type(page, page.getByLabel("What happened"), "Version 2.0");
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("button", { name: "Remove note Version 2.0" }));
  await press(page, page.getByRole("button", { name: "Remove note", exact: true }));
  await expect(page.getByRole("button", { name: "Remove note Version 2.0" })).toHaveCount(0);

  await press(page, page.getByText("Show as a table"));
  await press(page, page.getByRole("region", { name: "Chart data" }).getByRole("button").last());
  const counted = page.getByRole("heading", { name: /^What .* counted$/ });
  await expect(page.locator("section", { has: counted })).toContainText("Accepted (paid)");
  await expect(counted, "above the table in which the day was chosen").toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(counted).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await press(page, page.getByRole("button", { name: "Export" }));
  const csv = page.getByRole("button", { name: "Data as CSV" });
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, csv)]);
  expect(readFileSync(await download.path(), "utf8")).toMatch(/^date,Accepted \(paid\),ERROR_TEMPLATE_NOT_FOUND\r\n/);

  // In the table of error codes, below the chosen day's figures.
  await press(page, page.getByRole("link", { name: "ERROR_TEMPLATE_NOT_FOUND" }).last());
  await expect(page).toHaveURL(/state=failed&code=ERROR_TEMPLATE_NOT_FOUND/);
  await expect(page.getByRole("heading", { name: "No matching tasks" })).toBeVisible();
});

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

test("U3: by keyboard alone a template is named, written as steps and as JSON, ordered, nested, saved and tried", async ({
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
  await fill(page, "The browser, as JSON", '{"locale": "pt-PT"}');
  await tabTo(page, page.getByRole("button", { name: /^Run/ }));
  await page.keyboard.press("Enter");
  const run = page.getByRole("region", { name: "Run" });
  await expect(run.getByRole("heading", { name: /Succeeded|Failed/ })).toBeVisible();
  await expect(run.getByRole("img", { name: /^The page at step/ }).last()).toBeVisible();
});
