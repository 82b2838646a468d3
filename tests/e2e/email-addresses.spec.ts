import { AxeBuilder } from "@axe-core/playwright";
import { newAccount } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { expectUnknown, scan, startMailbox } from "./mailbox.ts";
import { enter, signUp } from "./portal.ts";
import { startMailingWeb } from "./web.ts";

test("an owner adds a colleague's address, whose owner confirms it by the link in an email, by the button alone (S12)", async ({
  page,
  browser,
}) => {
  await using mailbox = await startMailbox();
  await using web = await startMailingWeb(mailbox);
  const own = await signUp(page, web);
  await page.goto(`${web.url}/dashboard/account`);
  const panel = page.locator("section").filter({ hasText: "Emails about waiting tasks" });
  await expect(panel.getByLabel("Email"), "one's own address is suggested").toHaveValue(own);
  await panel.getByLabel("Email").fill("Grace@Example.com");
  await panel.getByRole("button", { name: "Add address" }).click();
  await expect(panel.getByRole("status")).toContainText("An email is on its way to Grace@Example.com");
  const row = panel.getByRole("listitem").filter({ hasText: "grace@example.com" });
  await expect(row).toContainText("waits for its owner to confirm it");

  await expect.poll(() => mailbox.emails.length).toBe(1);
  const [email] = mailbox.emails;
  expect(email?.to).toEqual(["grace@example.com"]);
  expect(email?.body, "it says who asks").toContain(own);
  const link = /http\S+\/email\/confirm\/\S+/.exec(email?.body ?? "")?.[0] ?? "";
  await scan(page.request, link);
  await page.reload();
  await expect(row, "a mail scanner confirms nothing").toContainText("waits for its owner to confirm it");

  const phone = { viewport: { width: 390, height: 844 } };
  const reader = await (await browser.newContext(phone)).newPage();
  await reader.goto(link);
  expect((await new AxeBuilder({ page: reader }).analyze()).violations).toEqual([]);
  expect(await reader.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  const colleague = await (await browser.newContext({ ...phone, javaScriptEnabled: false })).newPage();
  await colleague.goto(link);
  await expect(colleague.getByRole("heading", { level: 1 })).toHaveText("Get emails when a task waits?");
  await colleague.getByRole("button", { name: "Yes, send them to grace@example.com" }).click();
  await expect(colleague.getByRole("heading", { level: 1 })).toHaveText("Your address is confirmed");
  await page.reload();
  await expect(row).toContainText("confirmed");

  await expectUnknown(page.request, link, `${web.url}/email/confirm/${"A".repeat(32)}`);
  const everyTask = row.getByRole("checkbox", { name: "Every task that waits" });
  await everyTask.check();
  await page.reload();
  await expect(everyTask).toBeChecked();
  await row.getByRole("button", { name: "Remove grace@example.com" }).click();
  await expect(row).toHaveCount(0);
  expect(web.log()).not.toContain("grace@example.com");
});

test("where no emails are sent, the account page says so, and an address cannot be added", async ({ page, web }) => {
  await enter(page, web, (await newAccount(web.operator)).accountId);
  await page.goto(`${web.url}/dashboard/account`);
  await expect(page.getByText("This installation sends no emails")).toBeVisible();
  const asked = await page.request.post(`${web.url}/api/trpc/emails.add`, {
    headers: { origin: web.url },
    data: { json: { email: "grace@example.com" } },
  });
  expect(asked.status()).toBe(400);
  expect(await asked.text()).toContain("sends no emails");
});
