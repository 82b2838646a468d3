import { createApplication } from "@gatepost/domain/applications/applications";
import { latestPeriod } from "@gatepost/domain/notifications/report-schedule";
import { createInvite } from "@gatepost/domain/people/create-user";
import { expect, test } from "@playwright/test";
import { Gatepost } from "gatepost";
import { type Site, startSite } from "../../apps/cli/src/demo-site/server.ts";
import { newAccount, newApplication } from "../factories.ts";
import { newEmail, password } from "../portal-session.ts";
import { expectAccessible } from "./accessibility.ts";
import { signIn } from "./flow.ts";
import { expectUnknown, scan, startMailbox, unsubscribe, unsubscribeLink } from "./mailbox.ts";
import { canSignIn, enter } from "./portal.ts";
import { type OwnWeb, startMailingWeb } from "./web.ts";

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let site: Site;
let web: OwnWeb;
test.beforeAll(async () => {
  [mailbox, site] = await Promise.all([startMailbox(), startSite()]);
  web = await startMailingWeb(mailbox, {
    worker: true,
    egressAllow: `127.0.0.1:${site.port}`,
    env: { GATEPOST_SIGNUP: "invite" },
  });
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
  await pool.query("update report_subscription set next_at = now() - interval '1 second'");
  await expect.poll(() => mailbox.emails.length).toBe(1);
  await page.reload();
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

test("an owner adds a colleague's address, whose owner confirms it by the link in an email, by the button alone (S12)", async ({
  page,
  browser,
}) => {
  const account = await newAccount(web.operator);
  const own = await enter(page, web, account.accountId);
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
  await expectAccessible(reader, "confirm", ["light"]);
  const colleague = await (await browser.newContext({ ...phone, javaScriptEnabled: false })).newPage();
  await colleague.goto(link);
  await expect(colleague.getByRole("heading", { level: 1 })).toHaveText("Get emails when a task waits?");
  await colleague.getByRole("button", { name: "Yes, send them to grace@example.com" }).click();
  await expect(colleague.getByRole("heading", { level: 1 })).toHaveText("Your address is confirmed");
  await page.reload();
  await expect(row).toContainText("confirmed");

  await expectUnknown(page.request, link, `${web.url}/email/confirm/${"A".repeat(32)}`);
  const everyTask = row.getByRole("checkbox", { name: "Every task that waits" });
  // A reload would cut the call off.
  await Promise.all([page.waitForResponse(/emails\.setEveryWait/), everyTask.check()]);
  await page.reload();
  await expect(everyTask).toBeChecked();

  await page.goto(`${web.url}/dashboard/apps/${await newApplication(web.operator, account)}/settings`);
  await expect(page.getByLabel("Weekly report to grace@example.com")).toBeVisible();
  await page.getByRole("link", { name: "Add an address" }).click();
  await row.getByRole("button", { name: "Remove grace@example.com" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove address" }).click();
  await expect(row).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText("No address is confirmed yet.")).toBeVisible();
  expect(web.log()).not.toContain("grace@example.com");
});

test("a link in an email sets a new password once, and ends every session", async ({ browser }) => {
  const elsewhere = await (await browser.newContext()).newPage();
  const page = await (await browser.newContext()).newPage();
  const email = await enter(elsewhere, web, (await newAccount(web.operator)).accountId);

  const ask = async (address: string) => {
    await page.goto(`${web.url}/sign-in`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email").fill(address);
    await page.getByRole("button", { name: "Send reset link" }).click();
    return page.getByRole("status").textContent();
  };
  const unknown = await ask(newEmail());
  expect(await ask(email), "the same for a known and an unknown address").toBe(unknown);
  expect(await ask(email)).toBe(unknown);
  await expect.poll(() => mailbox.emails.length).toBe(2);
  expect(mailbox.emails.map(({ to, from }) => [to, from])).toEqual([
    [[email], "gatepost@example.com"],
    [[email], "gatepost@example.com"],
  ]);
  const links = mailbox.emails.map(({ body }) => /http\S+#\S+/.exec(body)?.[0] ?? "");
  expect(new URL(links[0] ?? "").origin, "no word of the caller's Host header").toBe(web.url);
  for (const link of links) await scan(page.request, link);

  const renew = async (link: string, next: string) => {
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByLabel("New password").fill(next);
    await page.getByRole("button", { name: "Set password" }).click();
  };
  await renew(links[1] ?? "", "another sentence, this one");
  await expect(page.getByRole("status")).toContainText("Your password was changed");
  await elsewhere.goto(`${web.url}/dashboard/keys`);
  await expect(elsewhere, "other sessions have ended").toHaveURL(/\/sign-in/);
  for (const link of [...links, `${web.url}/reset-password#${"A".repeat(24)}`]) {
    await renew(link, "a third sentence, by a thief");
    await expect(page.locator("form [role=alert]"), `${link} works no more`).toContainText("has already been used");
  }
  await page.goto(`${web.url}/reset-password`);
  await expect(page.locator("main")).toContainText("This page is opened by the link in an email.");
  expect(await canSignIn(page, web, email)).toBe(false);
  expect(await canSignIn(page, web, email, "another sentence, this one")).toBe(true);

  await page.context().clearCookies();
  await ask(email);
  await expect.poll(() => mailbox.emails.length).toBe(3);
  await web.operator.db.prisma.verification.updateMany({ data: { expiresAt: new Date() } });
  await renew(/http\S+#\S+/.exec(mailbox.emails[2]?.body ?? "")?.[0] ?? "", "a sentence that comes too late");
  await expect(page.locator("form [role=alert]")).toContainText("older than half an hour");
  const stored = JSON.stringify(await web.operator.db.prisma.verification.findMany());
  for (const link of links) expect(stored, "only hashes of tokens are stored").not.toContain(link.split("#")[1]);
  expect(web.log()).not.toContain(email);
});

test("one address signs up with its invitation, and no other does", async ({ page }) => {
  await page.goto(`${web.url}/sign-in`);
  await expect(page.getByRole("link", { name: "Sign up" })).toHaveCount(0);
  await page.goto(`${web.url}/sign-up`);
  await expect(page.getByText("You need an invitation to sign up")).toBeVisible();

  const email = newEmail();
  const until = new Date(Date.now() + 60_000);
  const invite = createInvite({ ctx: web.operator, input: { email, until } });
  const refused = await page.request.post(`${web.url}/api/trpc/account.signUp`, {
    headers: { origin: web.url },
    data: { json: { email: newEmail(), password, invite } },
  });
  expect(refused.status(), "it is another's").toBe(403);

  await page.goto(`${web.url}/sign-up?invite=${invite}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
});
