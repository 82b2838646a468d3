import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newAccount } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";
import type { Web } from "./web.ts";

/** The account's templates: the gallery, and how a new one begins. */

const recording = readFileSync(
  join(import.meta.dirname, "../../packages/domain/src/templates/recording/test-recordings/sign-in.json"),
  "utf8",
);

async function ownTemplates({ operator }: Web, accountId: number) {
  const found = await operator.db.prisma.template.findMany({
    where: { accountId, currentVersionId: { not: null } },
    select: { name: true, currentVersion: { select: { document: true } } },
  });
  return new Map(found.map(({ name, currentVersion }) => [name, currentVersion?.document as { steps: object[] }]));
}

test("built-in templates are found and searched; an own one begins with one step, whatever its name, and is deleted", async ({
  page,
  web,
}) => {
  const { accountId } = await newAccount(web.operator);
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard/templates`);
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No templates of your own yet" })).toBeVisible();
  const builtIn = page.getByRole("region", { name: "Built-in templates" }).getByRole("listitem");
  await expect(builtIn.filter({ hasText: "Sign-in with 2FA and wait for control text" })).toContainText(
    "2fa_input_value later",
  );
  await page.getByRole("searchbox", { name: "Search templates" }).fill("screenshot");
  await expect(builtIn).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search templates" }).fill("no such thing");
  await expect(page.getByText("No template's name contains “no such thing”.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await page.getByRole("dialog").getByRole("combobox").fill("new templ");
  await page.getByRole("option", { name: /^New template/ }).click();
  const name = "Ä / b?c#d%20 “x”";
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create template" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  expect([...(await ownTemplates(web, accountId)).keys()]).toEqual([name]);

  await page.goto(`${web.url}/dashboard/templates`);
  const mine = page.getByRole("region", { name: "Your templates" }).getByRole("listitem").filter({ hasText: name });
  await expect(mine).toContainText("version 1");
  await mine.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete template" }).click();
  await expect(page.getByRole("heading", { name: "No templates of your own yet" })).toBeVisible();
  expect([...(await ownTemplates(web, accountId)).keys()]).toEqual([]);
});

test("a recording becomes a template: typed texts are variables, the chosen ones come later, nothing typed is stored", async ({
  page,
  web,
}) => {
  const { accountId } = await newAccount(web.operator);
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard/new-template`);
  const typed = [...recording.matchAll(/"value": "([^"]{3,})"/g)].map(([, value]) => value as string);
  expect(typed.length).toBeGreaterThan(0);
  const choose = (text: string) =>
    page
      .getByLabel("Recording")
      .setInputFiles({ name: "sign-in.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await choose("{ not JSON");
  await expect(page.getByText("This is not JSON", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create template" })).toBeDisabled();
  await choose(recording);
  const variables = page.getByRole("group", { name: "Typed texts" }).getByRole("checkbox");
  await expect(variables.first()).toBeVisible();
  const later = (await variables.last().getAttribute("value")) ?? "";
  await variables.last().check();
  await page.getByLabel("Name").fill("Recorded sign-in");
  await page.getByRole("button", { name: "Create template" }).click();
  await expect(page.getByRole("heading", { name: "Recorded sign-in", level: 1 })).toBeVisible();
  const document = (await ownTemplates(web, accountId)).get("Recorded sign-in");
  expect(document?.steps).toContainEqual(
    expect.objectContaining({ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: later } }),
  );
  for (const text of typed) expect(JSON.stringify(document)).not.toContain(text);
});
