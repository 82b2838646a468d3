import type { Step } from "@gatepost/contract/steps";
import { saveTemplate } from "@gatepost/domain/template/save-template";
import { expect, type Page, test } from "@playwright/test";
import { newAccount } from "../factories.ts";
import { expectAccessible } from "./accessibility.ts";
import { enter } from "./portal.ts";
import { startWeb, type Web } from "./web.ts";

/** The template editor: a list of steps and JSON, which are two views of one document. */

let web: Web;
test.beforeAll(async () => {
  web = await startWeb();
});
test.afterAll(async () => {
  await web?.[Symbol.asyncDispose]();
});

const selector = (css: string) => ({ selector: { permanent: css } });
const steps: Step[] = [
  { type: "OPEN_PAGE", url: { permanent: "https://example.com/" } },
  { type: "CLICK", ...selector("#first") },
  { type: "IF_ELEMENT", ...selector(".banner"), then: [{ type: "CLICK", ...selector(".accept") }] },
  { type: "WAIT_FOR_TEXT", text: { permanent: "Welcome" } },
];

async function openEditor(page: Page, more: { name?: string; steps?: Step[] } = {}) {
  const { accountId } = await newAccount(web.operator);
  const name = more.name ?? "Edited";
  const document = { name, description: "", steps: more.steps ?? steps };
  const save = (over: object = {}) =>
    saveTemplate({ ctx: web.operator, input: { accountId, document: { ...document, ...over } } });
  await save();
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard/templates/${encodeURIComponent(name)}`);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  return { accountId, save, stored: () => storedTypes(accountId, name) };
}

/** The types of the current version's steps. */
async function storedTypes(accountId: number, name: string) {
  const { currentVersion } = await web.operator.db.prisma.template.findFirstOrThrow({
    where: { accountId, name },
    select: { currentVersion: { select: { number: true, document: true } } },
  });
  const document = currentVersion?.document as unknown as { steps: Step[]; description: string };
  return { version: currentVersion?.number, document, types: document.steps.map(({ type }) => type) };
}

const list = (page: Page) => page.getByRole("list", { name: "Steps", exact: true });
/** The lines of the top list, in order. */
const rows = (page: Page) => list(page).locator(":scope > li > div > div:first-child > button");
const json = (page: Page) => page.getByRole("textbox", { name: "Template as JSON" });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

async function types(page: Page) {
  return rows(page).locator("span.font-mono").allTextContents();
}

test("steps are added, changed by their form, duplicated, deleted, undone and saved", async ({ page }) => {
  const { stored } = await openEditor(page);
  await page.getByLabel("Type of a new step", { exact: true }).selectOption("FILL_INPUT");
  await page.getByRole("button", { name: "Add step", exact: true }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.getByLabel("Source of value").selectOption("variable");
  await page.getByLabel("value", { exact: true }).fill("login_name");
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
  await save(page).click();
  await expect(page.getByRole("status").filter({ hasText: "version 2" })).toContainText("saved");
  expect((await stored()).types).toEqual(["OPEN_PAGE", "CLICK", "IF_ELEMENT", "WAIT_FOR_TEXT", "FILL_INPUT"]);
});

test("steps are moved by keys, by buttons and by dragging, into and out of others", async ({ page }) => {
  await openEditor(page);
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

  const handle = await page.getByTitle("Drag to move").first().boundingBox();
  const last = await rows(page).nth(3).boundingBox();
  if (!handle || !last) throw new Error("The list is not shown.");
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(last.x + 40, last.y + last.height - 4, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => types(page)).toEqual(["OPEN_PAGE", "IF_ELEMENT", "WAIT_FOR_TEXT", "CLICK"]);
});

test("JSON and list change each other; what saving would refuse is shown at its place in both", async ({ page }) => {
  await openEditor(page);
  await json(page).getByText('"#first"').click();
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  for (let n = 0; n < 7; n++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("div >");
  const broken = rows(page).filter({ hasText: "#first" });
  await expect(broken).toContainText("div");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(broken).not.toContainText("div");

  await rows(page).nth(1).click();
  await page.getByLabel("selector", { exact: true }).fill("a[");
  await expect(rows(page).nth(1)).toContainText("1 problem");
  await expect(page.getByRole("button", { name: "steps.2.selector" })).toBeVisible();
  await expect(page.locator(".cm-lintRange-error")).toContainText("selector");
  await expect(save(page)).toBeDisabled();
  await page.getByLabel("selector", { exact: true }).fill("a");
  await expect(page.locator(".cm-lintRange-error")).toHaveCount(0);
  await expect(save(page)).toBeEnabled();

  await json(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("{");
  await expect(page.getByText("The JSON cannot be read")).toBeVisible();
  await expect(save(page)).toBeDisabled();
});

test("JSON is completed from the steps' own table", async ({ page }) => {
  await openEditor(page);
  await json(page).getByText('"CLICK"').first().dblclick();
  await page.keyboard.type("HOV");
  await page.locator(".cm-tooltip-autocomplete").getByRole("option", { name: "HOVER" }).click();
  await expect(rows(page).nth(1)).toContainText("HOVER");
});

test("leaving with unsaved changes is asked about first, also from the search", async ({ page }) => {
  await openEditor(page);
  await rows(page).nth(1).click();
  await page.getByLabel("selector", { exact: true }).fill("#other");
  const asked: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return answer ? dialog.accept() : dialog.dismiss();
  });
  const keys = page.getByRole("navigation", { name: "Portal", exact: true }).getByRole("link", { name: "Keys" });
  await keys.click();
  await expect.poll(() => asked).toHaveLength(1);
  await page
    .getByRole("button", { name: /^Search/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("combobox").fill("Balance");
  await page.keyboard.press("Enter");
  await expect.poll(() => asked).toHaveLength(2);
  await expect(page.getByLabel("selector", { exact: true }), "nothing is lost").toHaveValue("#other");
  answer = true;
  await keys.click();
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
});

test("the Back button asks before it leaves unsaved changes, and leads back at once when there are none", async ({
  page,
}) => {
  const { accountId } = await newAccount(web.operator);
  await saveTemplate({ ctx: web.operator, input: { accountId, document: { name: "Mine", description: "", steps } } });
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard/templates`);
  const gallery = page.getByRole("heading", { name: "Templates", level: 1 });
  const open = async () => {
    await page.getByRole("link", { name: "Mine", exact: true }).click();
    await rows(page).nth(1).click();
    await page.getByLabel("selector", { exact: true }).fill("#other");
  };
  const asked: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return answer ? dialog.accept() : dialog.dismiss();
  });
  await open();
  // Twice, because staying must not use up what keeps the page.
  for (const times of [1, 2]) {
    await page.evaluate("history.back()");
    await expect.poll(() => asked).toHaveLength(times);
    await expect(page.getByLabel("selector", { exact: true }), "nothing is lost").toHaveValue("#other");
  }
  answer = true;
  await page.evaluate("history.back()");
  await expect(gallery).toBeVisible();
  expect(asked).toHaveLength(3);
  answer = false;
  await open();
  await expect(page.getByText("from before are here again"), "what was given up is gone").toHaveCount(0);
  await save(page).click();
  await expect(page.getByRole("status").filter({ hasText: "version 2" })).toBeVisible();
  await page.evaluate("history.back()");
  await expect(gallery).toBeVisible();
  expect(asked).toHaveLength(3);
});

test("unsaved changes are asked about when the tab is closed, and are there again after a reload", async ({ page }) => {
  await openEditor(page);
  await rows(page).nth(1).click();
  await page.getByLabel("selector", { exact: true }).fill("#other");
  await expect(rows(page).nth(1)).toContainText("#other");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await expect(page.getByText("from before are here again")).toBeVisible();
  await expect(rows(page).nth(1)).toContainText("#other");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page).nth(1)).toContainText("#first");
});

test("what somebody else saved meanwhile is not overwritten unasked", async ({ page }) => {
  const { save: saveElsewhere, stored } = await openEditor(page);
  await saveElsewhere({ description: "by somebody else" });
  await rows(page).nth(1).click();
  await page.getByLabel("selector", { exact: true }).fill("#mine");
  await save(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Not saved" })).toContainText(
    "somebody else saved version 2 meanwhile",
  );
  expect((await stored()).document.description).toBe("by somebody else");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByRole("region", { name: "Difference" })).toContainText("by somebody else");
  await page.getByRole("button", { name: "Save mine over version 2" }).click();
  await expect(page.getByRole("status").filter({ hasText: "version 3" })).toBeVisible();

  await saveElsewhere({ description: "again" });
  await page.getByLabel("selector", { exact: true }).fill("#mine too");
  await save(page).click();
  await page.getByRole("button", { name: "Discard mine, open version 4" }).click();
  await expect(json(page)).toContainText("again");
});

test("an earlier version is compared and restored", async ({ page }) => {
  const { save: saveElsewhere, stored } = await openEditor(page);
  await saveElsewhere({ steps: steps.slice(0, 2) });
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Versions" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Compare version 1" }).click();
  await expect(dialog.getByRole("region", { name: "Difference" })).toContainText("WAIT_FOR_TEXT");
  await dialog.getByRole("button", { name: "Restore version 1" }).click();
  await expect(rows(page)).toHaveCount(4);
  await save(page).click();
  await expect(page.getByRole("status").filter({ hasText: "version 3" })).toBeVisible();
  expect((await stored()).types).toHaveLength(4);
});

test("a built-in template opens as a copy, which is saved under a name of one's own", async ({ page }) => {
  const { accountId } = await newAccount(web.operator);
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard/templates`);
  await page.getByRole("link", { name: "Copy Full-page screenshot" }).click();
  await expect(page.getByText("This is a copy of a built-in template.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("My screenshot");
  await save(page).click();
  await expect(page.getByRole("heading", { name: "My screenshot", level: 1 })).toBeVisible();
  expect((await storedTypes(accountId, "My screenshot")).version).toBe(1);
});

for (const width of [390, 1440])
  test(`sixty steps and long names at ${width} px, light and dark: no violation, nothing wider than the screen`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const long = `${"W".repeat(80)} ${"unbroken-".repeat(10)}`;
    const many: Step[] = Array.from({ length: 15 }, () => steps).flat();
    await openEditor(page, { name: long, steps: many });
    await expect(rows(page)).toHaveCount(60);
    await rows(page).nth(2).click();
    await expect(page.getByText("60")).not.toHaveCount(0);
    await expectAccessible(page, "steps");
    if (width < 1024) {
      await page.getByRole("button", { name: "JSON", exact: true }).click();
      await expect(json(page)).toBeVisible();
      await expectAccessible(page, "json");
    }
    await context.close();
  });
