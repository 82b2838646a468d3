import { AxeBuilder } from "@axe-core/playwright";
import { createApplication } from "@gatepost/domain/applications/applications";
import { createInvite, createUser } from "@gatepost/domain/people/create-user";
import type { APIRequestContext, Page } from "@playwright/test";
import { newAccount, newApplication } from "../factories.ts";
import { freePort } from "../free-port.ts";
import { newEmail, password } from "../portal-session.ts";
import { expect, test } from "./flow.ts";
import { expectUnknown, scan, startMailbox } from "./mailbox.ts";
import { enter, signUp } from "./portal.ts";
import { type OwnWeb, startMailingWeb, type Web } from "./web.ts";

/** A call of the portal as its pages make it. */
async function call(request: APIRequestContext, web: Web, name: string, input: unknown) {
  const answer = await request.post(`${web.url}/api/trpc/${name}`, {
    headers: { origin: web.url },
    data: { json: input },
  });
  return { status: answer.status(), text: await answer.text() };
}

async function accountOf(web: Web, email: string): Promise<number> {
  const { accountId } = await web.operator.db.prisma.user.findUniqueOrThrow({ where: { email } });
  return accountId;
}

/** Whether somebody can sign in. If so, the page is signed in too. */
async function canSignIn(page: Page, web: Web, email: string, typed = password): Promise<boolean> {
  await page.context().clearCookies();
  const answer = await page.request.post(`${web.url}/api/auth/sign-in/email`, {
    headers: { origin: web.url },
    data: { email, password: typed },
  });
  expect([200, 401]).toContain(answer.status());
  return answer.ok();
}

test("deleting an account says what goes and stays, asks twice, and then nothing of it works; by keyboard alone", async ({
  page,
  web,
}) => {
  const email = await signUp(page, web);
  const accountId = await accountOf(web, email);
  await createApplication({ ctx: web.operator, input: { accountId, name: "Acme Exporter" } });
  const made = await call(page.request, web, "keys.create", { name: "shop", readOnly: false, addresses: [] });
  const clientKey = /gp_\w+/.exec(made.text)?.[0];
  const balance = async () => (await page.request.post(`${web.url}/getBalance`, { data: { clientKey } })).json();
  expect(await balance()).toMatchObject({ errorId: 0, balance: 1 });

  await page.goto(`${web.url}/dashboard/account`);
  await page.getByRole("link", { name: "Delete account…" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Delete account", level: 1 })).toBeVisible();
  const goes = page.locator("section").filter({ hasText: "Deleted immediately" });
  for (const said of [`Your sign-in ${email}`, "1 key:", "1 application:"]) await expect(goes).toContainText(said);
  await expect(goes, "of what there is none nothing is said").not.toContainText("template");
  const stays = page.locator("section").filter({ hasText: "Kept" });
  for (const said of ["1 transaction", "$1.00", `under the number ${accountId}`])
    await expect(stays).toContainText(said);

  const button = page.getByRole("button", { name: `Delete account ${accountId} permanently` });
  await page.getByLabel("Type your email address").focus();
  await page.keyboard.type("somebody@else.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type("not the password");
  await expect(button).toBeDisabled();
  await page.getByLabel("Type your email address").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("form [role=alert]")).toContainText("The password is not right");
  expect(await balance(), "nothing has gone yet").toMatchObject({ errorId: 0 });

  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("Deleted.");
  expect(await balance()).toMatchObject({ errorCode: "ERROR_KEY_DOES_NOT_EXIST" });
  expect(await canSignIn(page, web, email)).toBe(false);
  await page.goto(`${web.url}/dashboard/account`);
  await expect(page, "the session is gone").toHaveURL(/\/sign-in/);
});

test("another device is signed out alone, or with all others; and a changed password ends links in emails", async ({
  page,
  browser,
  web,
}) => {
  const email = await enter(page, web, (await newAccount(web.operator)).accountId);
  const elsewhere = await (await browser.newContext()).newPage();
  expect(await canSignIn(elsewhere, web, email)).toBe(true);
  await page.goto(`${web.url}/dashboard/account`);
  const devices = page
    .locator("section", { has: page.getByRole("heading", { name: "Devices" }) })
    .getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: "this device" })).toHaveText(
    /^Chrome on \w+ · this devicesigned in .* from 127/,
  );
  await page.getByRole("button", { name: /^Sign out Chrome on/ }).click();
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await elsewhere.goto(`${web.url}/dashboard/keys`);
  await expect(elsewhere).toHaveURL(/\/sign-in/);

  expect(await canSignIn(elsewhere, web, email)).toBe(true);
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  await expect(page.getByRole("status").filter({ hasText: "All other devices have been signed out" })).toBeVisible();
  await elsewhere.goto(`${web.url}/dashboard/keys`);
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();

  const { prisma } = web.operator.db;
  const { id } = await prisma.user.findUniqueOrThrow({ where: { email } });
  const expiresAt = new Date(Date.now() + 60_000);
  await prisma.verification.create({ data: { id, identifier: "a link's hash", value: id, expiresAt } });
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("Password123");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.locator("form [role=alert]")).toContainText("passwords that are tried first");
  await page.getByLabel("New password").fill("another sentence, this one");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Password changed." })).toBeVisible();
  expect(await prisma.verification.count({ where: { value: id } })).toBe(0);
});

test.describe("where emails are sent, and sign-up is by invitation", () => {
  let mailbox: Awaited<ReturnType<typeof startMailbox>>;
  let web: OwnWeb;
  test.beforeAll(async () => {
    mailbox = await startMailbox();
    web = await startMailingWeb(mailbox, { env: { GATEPOST_SIGNUP: "invite" } });
  });
  test.afterAll(async () => {
    await web?.[Symbol.asyncDispose]();
    await mailbox?.[Symbol.asyncDispose]();
  });

  test("an owner adds a colleague's address, whose owner confirms it by the link in an email, by the button alone (S12)", async ({
    page,
    browser,
  }) => {
    mailbox.emails.length = 0;
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
    mailbox.emails.length = 0;
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
    await renew(links[1] ?? "", "password123");
    await expect(page.locator("form [role=alert]"), "which uses nothing up").toContainText("tried first");
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
    expect(await canSignIn(page, web, email, "a third sentence, by a thief")).toBe(false);
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

  test("one address signs up with its invitation, once", async ({ page }) => {
    await page.goto(`${web.url}/sign-in`);
    await expect(page.getByRole("link", { name: "Sign up" })).toHaveCount(0);
    await page.goto(`${web.url}/sign-up`);
    await expect(page.getByText("You need an invitation to sign up")).toBeVisible();

    const email = newEmail();
    const until = new Date(Date.now() + 60_000);
    const invite = createInvite({ ctx: web.operator, input: { email, until } });
    const tried = { password, email: newEmail(), invite };
    for (const input of [tried, { ...tried, email, invite: `${invite}x` }, { email, password }])
      expect((await call(page.request, web, "account.signUp", input)).status).toBe(403);

    await page.goto(`${web.url}/sign-up?invite=${invite}`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();

    expect((await call(page.request, web, "account.delete", { password })).status).toBe(200);
    const again = await call(page.request, web, "account.signUp", { email, password, invite });
    expect(again.status, "used up, although the account is gone").toBe(403);
    expect(again.text).toContain("already been used");
  });
});

test("where no emails are sent, no address can be added, and the operator gives out a new password", async ({
  page,
  web,
}) => {
  await enter(page, web, (await newAccount(web.operator)).accountId);
  await page.goto(`${web.url}/dashboard/account`);
  await expect(page.getByText("This installation sends no emails")).toBeVisible();
  const added = await call(page.request, web, "emails.add", { email: "grace@example.com" });
  expect(added).toMatchObject({ status: 400, text: expect.stringContaining("sends no emails") });

  await page.goto(`${web.url}/forgot-password`);
  await expect(page.getByText("npx gatepost user password --email you@example.com")).toBeVisible();
  const asked = await call(page.request, web, "account.requestReset", { email: newEmail() });
  expect(asked).toMatchObject({ status: 400, text: expect.stringContaining("sends no mail") });
});

test.describe("where sign-up is closed, and the mail server cannot be reached", () => {
  let web: OwnWeb;
  test.beforeAll(async () => {
    const unused = await freePort();
    web = await startMailingWeb({ url: `smtp://127.0.0.1:${unused}` }, { env: { GATEPOST_SIGNUP: "closed" } });
  });
  test.afterAll(() => web?.[Symbol.asyncDispose]());

  test("nobody signs up, with an invitation neither", async ({ page }) => {
    const email = newEmail();
    const invite = createInvite({ ctx: web.operator, input: { email, until: new Date(Date.now() + 60_000) } });
    await page.goto(`${web.url}/sign-up?invite=${invite}`);
    await expect(page.getByText("Sign-up is closed")).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveCount(0);
    expect((await call(page.request, web, "account.signUp", { email, password, invite })).status).toBe(403);
    expect(await web.operator.db.prisma.user.count({ where: { email } })).toBe(0);
  });

  test("a request for a new password is answered alike whether the address is known, and the failure is logged without it", async ({
    request,
  }) => {
    const email = newEmail();
    await createUser({ ctx: web.operator, input: { email, passwordHash: "unused", account: { balance: 0n } } });
    const asked = (address: string) => call(request, web, "account.requestReset", { email: address });
    const known = await asked(email);
    expect(known.status).toBe(200);
    expect(await asked(newEmail())).toEqual(known);
    await expect.poll(() => web.log()).toContain('"event":"mail"');
    expect(web.log()).not.toContain(email);
  });
});
