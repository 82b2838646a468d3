import type { Page } from "@playwright/test";
import { newAccount, newApplication } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";

/** What a form shows when its call is refused. */

test.beforeEach(async ({ page, web }) => {
  const { accountId } = await newAccount(web.operator);
  await enter(page, web, accountId);
});

const alerts = (page: Page) => page.getByRole("main").getByRole("alert");

test("a refused field has the focus and its error below it, in words that name no property of the API", async ({
  page,
  web,
}) => {
  for (const { path, fields, button, field, error } of [
    {
      path: "/dashboard/new-template",
      fields: { Name: "Read a table" },
      button: "Create template",
      field: "Name",
      error: "A built-in template has this name. Choose another one.",
    },
    {
      path: "/dashboard/inbound",
      fields: { Name: "codes", Pattern: "code" },
      button: "Add rule",
      field: "Pattern",
      error: "It must have one group in parentheses, which is the value, and has 0.",
    },
    {
      path: "/dashboard/events",
      fields: { URL: "https://ada:secret@hooks.example" },
      button: "Add endpoint",
      field: "URL",
      error: "It must not hold a user name or password. Events are signed: verify their signature instead.",
    },
  ]) {
    await test.step(`${path}: ${error}`, async () => {
      await page.goto(web.url + path);
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
      await page.getByRole("button", { name: button }).click();
      await expect(alerts(page)).toHaveText([error]);
      const refused = page.getByLabel(field, { exact: true });
      await expect(refused).toBeFocused();
      await expect(refused).toHaveAttribute("aria-describedby", /-error$/);
    });
  }
  await page.goto(`${web.url}/dashboard/events`);
  await page.getByLabel("URL").fill("https://hooks.example/");
  const events = page.getByRole("group", { name: "Events" });
  for (const box of await events.getByRole("checkbox").all()) await box.uncheck();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(events.getByRole("alert")).toHaveText("Choose at least one event.");
  await expect(events.getByRole("checkbox").first()).toBeFocused();
});

test("what another tab has saved meanwhile stays where this one did not change it", async ({ page, web }) => {
  const account = await newAccount(web.operator);
  const softId = await newApplication(web.operator, account);
  await enter(page, web, account.accountId);
  const settings = `${web.url}/dashboard/apps/${softId}/settings`;
  const other = await page.context().newPage();
  for (const tab of [page, other]) await tab.goto(settings);
  for (const [tab, field, text] of [
    [other, "Name", "Renamed"],
    [page, "Version", "2.4.1"],
  ] as const) {
    await tab.getByLabel(field, { exact: true }).fill(text);
    await tab.getByRole("button", { name: "Save changes" }).click();
    await expect(tab.getByText("Saved.", { exact: true })).toBeVisible();
  }
  const saved = await web.operator.db.prisma.application.findUniqueOrThrow({ where: { id: softId } });
  expect(saved).toMatchObject({ name: "Renamed", version: "2.4.1" });
});
