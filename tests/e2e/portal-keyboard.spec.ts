import { readFileSync } from "node:fs";
import { createApplication } from "@gatepost/domain/applications/applications";
import type { Locator, Page } from "@playwright/test";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { newEmail, password } from "../portal-session.ts";
import { expect, signIn as signInTask, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** Row U3: every flow by keys alone. No pointer is moved here; what has the focus shows it. */

/** Goes on with Tab until that has the focus, and sees that the focus is visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses++) {
    const outline = await target.evaluate((element): string | null => {
      if (document.activeElement !== element) return null;
      const { outlineWidth, outlineStyle } = getComputedStyle(element);
      return `${outlineWidth} ${outlineStyle}`;
    });
    if (outline !== null) {
      expect(outline, "what has the focus is outlined").toMatch(/^[1-9]\S*px (solid|auto)$/);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`The key Tab does not lead to ${target}.`);
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
  await expect(page.getByRole("button", { name: "Compare: Previous period" })).toBeVisible();
  await expect(page).toHaveURL(/compare=1/);
  await machine.send("Emulation.setCPUThrottlingRate", { rate: 1 });

  await press(page, page.getByRole("button", { name: /^Range:/ }));
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Home");
  await expect(page.getByRole("menuitem", { name: "Today" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/range=today/);
  await expect(page.getByText(/by hour, UTC/)).toBeVisible();
  await press(page, page.getByLabel("Time zone"), "ArrowDown");
  await expect(page).toHaveURL(/tz=Africa/);

  await press(page, page.getByRole("button", { name: /^Range:/ }));
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
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
  await expect(page.getByRole("menuitem", { name: "Data as CSV" })).toBeFocused();
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(readFileSync(await download.path(), "utf8")).toMatch(/^date,Accepted \(paid\),ERROR_TEMPLATE_NOT_FOUND\r\n/);

  // In the table of error codes, below the chosen day's figures.
  await press(page, page.getByRole("link", { name: "ERROR_TEMPLATE_NOT_FOUND" }).last());
  await expect(page).toHaveURL(/state=failed&code=ERROR_TEMPLATE_NOT_FOUND/);
  await expect(page.getByRole("heading", { name: "No matching tasks" })).toBeVisible();
});

test("a drag over the chart shows those days, as the range picker would", async ({ installation, caller, page }) => {
  const { accountId } = caller;
  const { softId } = await createApplication({ ctx: installation.operator, input: { accountId, name: "Dragged" } });
  await enter(page, installation, accountId);
  await page.goto(`${installation.url}/dashboard/apps/${softId}?from=2026-01-01&to=2026-01-10`);
  const plot = page.locator("figure [role=presentation]");
  const { x, y, width, height } = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const day = (number: number) => x + (width * (number - 0.5)) / 10;
  await page.mouse.move(day(3), y + height / 2);
  await page.mouse.down();
  await page.mouse.move(day(5), y + height / 2);
  await expect(page.getByText("Sat 3 Jan – Mon 5 Jan")).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/from=2026-01-03&to=2026-01-05/);
  await expect(page.getByRole("button", { name: /^Range: 3 Jan 2026 – 5 Jan 2026/ })).toBeVisible();
});
