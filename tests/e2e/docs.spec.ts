import { docsPages, docsPath } from "../../apps/web/src/public/docs/pages.ts";
import { newAccount } from "../factories.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";

test("U11: the documentation is searched by keyboard, from any page", async ({ web, page }) => {
  await page.goto(`${web.url}/docs`);
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(field).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("verify callb");
  const first = page.getByRole("option").first();
  await expect(first).toContainText("Verify a callback");
  await page.keyboard.press("ArrowDown");
  await expect(first).toHaveAttribute("aria-selected", "true");
  const isWhole = await first.evaluate((option) => {
    const { right, top } = option.getBoundingClientRect();
    return option.contains(document.elementFromPoint(right - 8, top + 8));
  });
  expect(isWhole, "it is wider than the column of the search").toBe(true);
  await expectAccessible(page, "the search");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${web.url}/docs/callbacks#verify-a-callback`);
  await expect(page.getByRole("heading", { name: "Verify a callback" })).toBeInViewport();

  await field.fill("no such word anywhere");
  await expect(page.getByText("No page has all these words.")).toBeVisible();
  await field.fill("ERROR_VARIABLE_TIMEOUT");
  await expect(page.getByRole("option", { name: /^ERROR_VARIABLE_TIMEOUT/ })).toBeVisible();
});

test("the reference's samples have the reader's own key, and its form sends the call", async ({ web, page }) => {
  const { accountId, clientKey } = await newAccount(web.operator);
  await enter(page, web, accountId);
  await page.goto(`${web.url}/docs/reference`);
  await expect(page.getByRole("link", { name: "Create a key" })).toHaveAttribute("href", "/dashboard/keys");
  await page.getByLabel("Your key").fill(clientKey);
  const section = page.getByRole("region", { name: "getBalance", exact: true });
  await section.getByRole("button", { name: "Python" }).click();
  await expect(section.getByRole("region", { name: "getBalance in Python" })).toContainText(
    `"clientKey": "${clientKey}"`,
  );

  await section.getByText("Try it").click();
  const response = section.getByRole("region", { name: "Response of getBalance" });
  await section.getByLabel("The body of getBalance, as it is sent").fill("{");
  await section.getByRole("button", { name: "Call getBalance" }).click();
  await expect(response).toContainText("ERROR_BAD_REQUEST");
  await section.getByRole("button", { name: "Reset" }).click();
  await section.getByRole("button", { name: "Call getBalance" }).click();
  await expect(response).toContainText('"balance": 10');
});

test("U11: the documentation can be read and searched without JavaScript, on a phone", async ({ web, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${web.url}/docs/quick-start`);
  await expect(page.getByRole("navigation", { name: "Documentation" })).toBeHidden();
  await page.getByText("All pages").click();
  await page.getByRole("navigation", { name: "Documentation" }).getByRole("link", { name: "Callbacks" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Callbacks");
  await page.getByText("On this page").first().click();
  await expect(page.getByRole("link", { name: "Verify a callback" })).toBeVisible();
  await page.getByRole("navigation", { name: "Previous and next page" }).getByRole("link", { name: /^Next/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Events");
  await page.getByRole("combobox", { name: "Search the documentation" }).fill("webhook chat");
  await page.getByRole("combobox", { name: "Search the documentation" }).press("Enter");
  await expect(page.getByRole("link", { name: "Events: Chats" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Search the documentation" })).toHaveValue("webhook chat");
  await context.close();
});

test("U11: every page of the documentation, its Markdown and its pictures are served, and links on them lead somewhere", async ({
  web,
}) => {
  const seen = new Set<string>();
  for (const doc of docsPages) {
    const html = await (await fetch(web.url + docsPath(doc))).text();
    expect(html).toContain(`<h1 class="font-semibold text-28 tracking-tight">${doc.title.replace("'", "&#x27;")}</h1>`);
    for (const [, link = ""] of html.matchAll(/(?:href|src|srcset)="(\/[^"#]*)/gi)) seen.add(link);
    if (doc.file) seen.add(`/${doc.file}`);
  }
  expect(seen.size).toBeGreaterThan(docsPages.length * 2);
  for (const link of seen) expect((await fetch(web.url + link)).status, link).toBe(200);

  const list = await (await fetch(`${web.url}/llms.txt`)).text();
  for (const { title, summary } of docsPages)
    expect(list).toMatch(new RegExp(`^- \\[${RegExp.escape(title)}\\]\\(\\S+: ${RegExp.escape(summary)}$`, "m"));
  expect((await fetch(`${web.url}/docs/decisions/measurements.md`)).status).toBe(404);
  expect((await fetch(`${web.url}/docs/..%2f..%2fone-run.png`)).status).toBe(404);
});
