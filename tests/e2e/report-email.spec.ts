import { createApplication } from "@gatepost/domain/application/create-application";
import { latestPeriod } from "@gatepost/domain/report-email/schedule";
import { expect, test } from "@playwright/test";
import { newAccount } from "../factories.ts";
import { freePort } from "../free-port.ts";
import { expectAccessible } from "./accessibility.ts";
import { startMailbox } from "./mailbox.ts";
import { enter } from "./portal.ts";
import { startWeb } from "./web.ts";

test("an owner turns a weekly report on and gets one with the dashboard's figures; its link ends it by POST alone", async ({
  page,
}) => {
  await using mailbox = await startMailbox();
  const port = await freePort();
  await using web = await startWeb({
    env: {
      PORT: String(port),
      GATEPOST_ORIGIN: `http://127.0.0.1:${port}`,
      GATEPOST_SMTP_URL: mailbox.url,
      GATEPOST_MAIL_FROM: "Gatepost <gatepost@example.com>",
    },
  });
  const { accountId } = await newAccount(web.operator);
  const { softId } = await createApplication({ ctx: web.operator, input: { accountId, name: "Acme Exporter" } });
  const { pool, prisma } = web.operator.db;
  const data = { accountId, email: "grace@example.com", confirmedAt: new Date() };
  await prisma.emailAddress.create({ data });
  await enter(page, web, accountId);
  await page.goto(`${web.url}/dashboard/apps/${softId}/settings`);
  const panel = page.locator("section").filter({ hasText: "Reports by email" });
  await panel.getByLabel("Weekly report to grace@example.com").check();
  await expect(panel).toContainText("Next:");
  const { timezone } = await prisma.reportSubscription.findFirstOrThrow();
  const { from, to } = latestPeriod("weekly", timezone, new Date());
  await pool.query("insert into count (application_id, metric, bucket, n) values ($1, 'ready', $2, 1006)", [
    ...[softId, `${from}T12:00Z`],
  ]);
  await panel.getByRole("button", { name: "Send one now as a test: the weekly report to grace@example.com" }).click();
  await expect(panel).toContainText("Last sent:");
  await expectAccessible(page, "settings with a report");

  expect(mailbox.emails).toHaveLength(1);
  const [email] = mailbox.emails;
  if (!email) throw new Error("There is no email.");
  expect(email.to).toEqual(["grace@example.com"]);
  expect(email.source).toMatch(/^content-type: text\/plain/im);
  expect(email.body).toContain("Accepted (paid): 1,006");
  await page.goto(/http\S+\/dashboard\/apps\/\S+/.exec(email.body)?.[0] ?? "");
  expect(new URL(page.url()).searchParams.get("from")).toBe(from);
  expect(new URL(page.url()).searchParams.get("to")).toBe(to);
  await expect(page.getByRole("button", { name: /^Accepted \(paid\)/ })).toContainText("1,006");

  const link = /^List-Unsubscribe: <(.*)>/im.exec(email.source.replaceAll(/\r\n[ \t]+/g, " "))?.[1] ?? "";
  expect(email.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im);
  expect(email.body).toContain(link);
  for (const method of ["GET", "HEAD"]) expect((await page.request.fetch(link, { method })).status(), method).toBe(200);
  expect(await prisma.reportSubscription.count()).toBe(1);
  await page.goto(link);
  await expectAccessible(page, "the page that ends reports");
  const form = { "List-Unsubscribe": "One-Click" };
  expect((await fetch(link, { method: "POST", body: new URLSearchParams(form) })).status).toBe(200);
  expect(await prisma.reportSubscription.count()).toBe(0);
  const guessed = await page.request.get(`${web.url}/email/reports/1-${"A".repeat(43)}`);
  for (const method of ["GET", "POST"]) {
    const used = await page.request.fetch(link, { method });
    expect([used.status(), await used.text()]).toEqual([404, await guessed.text()]);
  }
  expect(web.log()).not.toContain("grace@example.com");
});
