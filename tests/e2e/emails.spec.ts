import { createApplication } from "@gatepost/domain/applications/applications";
import { latestPeriod } from "@gatepost/domain/notifications/report-schedule";
import { expect, test } from "@playwright/test";
import { Gatepost } from "gatepost";
import { type Site, startSite } from "../../apps/cli/src/demo-site/server.ts";
import { newAccount } from "../factories.ts";
import { expectAccessible } from "./accessibility.ts";
import { signIn } from "./flow.ts";
import { expectUnknown, scan, startMailbox, unsubscribe, unsubscribeLink } from "./mailbox.ts";
import { enter } from "./portal.ts";
import { type OwnWeb, startMailingWeb } from "./web.ts";

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let site: Site;
let web: OwnWeb;
test.beforeAll(async () => {
  [mailbox, site] = await Promise.all([startMailbox(), startSite()]);
  web = await startMailingWeb(mailbox, { worker: true, egressAllow: `127.0.0.1:${site.port}` });
});
test.beforeEach(() => {
  mailbox.emails.length = 0;
});
test.afterAll(async () => {
  await web?.[Symbol.asyncDispose]();
  await mailbox?.[Symbol.asyncDispose]();
  await site?.close();
});

test("U8: a task is answered by email alone; its link ends the emails by a POST of a mail program", async ({
  browser,
}) => {
  const { accountId, email: requester, clientKey } = await newAccount(web.operator);
  const { prisma } = web.operator.db;
  const data = { accountId, email: "grace@example.com", confirmedAt: new Date() };
  const { id: addressId } = await prisma.emailAddress.create({ data });
  const client = new Gatepost({ baseUrl: web.url, clientKey });
  const { taskId } = await client.createTask({ ...signIn(site), notify: ["Grace@example.com"] });

  await expect.poll(() => mailbox.emails.length, { timeout: 30_000 }).toBe(1);
  const [email] = mailbox.emails;
  if (!email) throw new Error("There is no email.");
  expect([email.to, email.from]).toEqual([["grace@example.com"], "gatepost@example.com"]);
  const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(email.source)?.[1]?.replaceAll("\r\n", "");
  expect(subject).toContain(requester);
  expect(email.body).toContain("Sign-in with 2FA and wait for control text");
  expect(email.source).toMatch(/^content-type: text\/plain/im);
  for (const said of ["demo site", "Welcome", "lovelace"])
    expect(email.body, "nothing that the page said, and no value").not.toContain(said);

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await phone.goto(/http\S+\/answer\/\S+/.exec(email.body)?.[0] ?? "");
  await phone.locator("#value").fill("349001");
  await phone.getByRole("button", { name: "Send answer" }).click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Sent. The task continues.");
  await expect
    .poll(() => client.getTaskResult({ taskId }), { timeout: 30_000 })
    .toMatchObject({
      status: "ready",
      receipts: [{ name: "2fa_input_value", pushedBy: expect.stringContaining("emailed to grace@example.com") }],
    });
  expect(mailbox.emails).toHaveLength(1);

  const steps = [{ type: "CLICK", selector: "#nowhere", timeout: 1 }];
  const task = { type: "AntiGateTask", websiteURL: `${site.url}/login`, template: { name: "Lost", steps } } as const;
  await client.createTask({ task: { ...task, onFailure: "ask" }, notify: ["grace@example.com"] });
  await expect.poll(() => mailbox.emails[1]?.body, { timeout: 30_000 }).toContain("One of its steps failed.");

  const link = unsubscribeLink(email);
  const confirmed = async () => (await prisma.emailAddress.findUniqueOrThrow({ where: { id: addressId } })).confirmedAt;
  await scan(phone.request, link);
  expect(await confirmed()).not.toBeNull();
  expect(await unsubscribe(link)).toBe(200);
  expect(await confirmed()).toBeNull();
  const guessed = await fetch(`${web.url}/email/unsubscribe/${addressId}-${"A".repeat(43)}`, { method: "POST" });
  expect(guessed.status).toBe(404);
});

test("an owner turns a weekly report and alerts on and gets one of each, with the dashboard's figures; its link ends it by POST alone", async ({
  page,
}) => {
  const { accountId } = await newAccount(web.operator);
  const { softId } = await createApplication({ ctx: web.operator, input: { accountId, name: "Acme Exporter" } });
  const { pool, prisma } = web.operator.db;
  const data = { accountId, email: "grace@example.com", confirmedAt: new Date() };
  await prisma.emailAddress.create({ data });
  await enter(page, web, accountId);
  const settings = `${web.url}/dashboard/apps/${softId}/settings`;
  await page.goto(settings);
  const panel = page.locator("section").filter({ hasText: "Reports and alerts by email" });
  await panel.getByLabel("Weekly report to grace@example.com").check();
  await expect(panel).toContainText("Next:");
  const { timezone } = await prisma.reportSubscription.findFirstOrThrow();
  const { from, to } = latestPeriod("weekly", timezone, new Date());
  await pool.query("insert into count (application_id, metric, bucket, n) values ($1, 'ready', $2, 1006)", [
    ...[softId, `${from}T12:00Z`],
  ]);
  await panel.getByRole("button", { name: "Send one now as a test: Weekly report to grace@example.com" }).click();
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

  await page.goto(settings);
  await panel.getByLabel("Alerts to grace@example.com").check();
  await expect(panel).toContainText("Next check:");
  await pool.query(
    `insert into count (application_id, metric, bucket, n)
     select $1, 'view', bucket_of(now()) - d * interval '24 hours' - interval '15 minutes', 60 from generate_series(1, 28) d`,
    [softId],
  );
  await pool.query("update report_subscription set next_at = now() - interval '1 second' where kind = 'alerts'");
  await expect.poll(() => mailbox.emails.length).toBe(2);
  const alert = mailbox.emails[1]?.body ?? "";
  expect(alert).toMatch(
    /No page views for 24 hours\s+No page views\. Normal is 60, as in the same 24 hours of the four/,
  );
  await page.reload();
  await expect(panel).toContainText("Now: no page views for 24 hours");
  await expectAccessible(page, "settings with an alert");
  await page.goto(/http\S+\/dashboard\/apps\/\S+/.exec(alert)?.[0] ?? "");
  expect(new URL(page.url()).searchParams.get("mode")).toBe("views");

  const link = unsubscribeLink(email);
  await scan(page.request, link);
  expect(await prisma.reportSubscription.count()).toBe(2);
  await page.goto(link);
  await expectAccessible(page, "the page that ends reports");
  expect(await unsubscribe(link)).toBe(200);
  expect(await prisma.reportSubscription.findMany()).toMatchObject([{ kind: "alerts" }]);
  await expectUnknown(page.request, link, `${web.url}/email/reports/1-${"A".repeat(43)}`);
  expect(web.log()).not.toContain("grace@example.com");
});
