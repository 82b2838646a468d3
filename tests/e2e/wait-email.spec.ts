import { expect, test } from "@playwright/test";
import { Gatepost } from "gatepost";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { newAccount } from "../factories.ts";
import { signIn } from "./flow.ts";
import { scan, startMailbox, unsubscribe, unsubscribeLink } from "./mailbox.ts";
import { startMailingWeb } from "./web.ts";

test("U8: a task is answered by email alone; its link ends the emails by a POST of a mail program", async ({
  browser,
}) => {
  await using mailbox = await startMailbox();
  const site = await startSite();
  await using web = await startMailingWeb(mailbox, { worker: true, egressAllow: `127.0.0.1:${site.port}` });
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
  await phone
    .locator("form")
    .filter({ has: phone.locator("#value") })
    .getByRole("button")
    .click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Sent. The task continues.");
  await expect
    .poll(() => client.getTaskResult({ taskId }), { timeout: 30_000 })
    .toMatchObject({
      status: "ready",
      receipts: [{ name: "2fa_input_value", pushedBy: expect.stringContaining("emailed to grace@example.com") }],
    });
  expect(mailbox.emails).toHaveLength(1);

  const link = unsubscribeLink(email);
  const confirmed = async () => (await prisma.emailAddress.findUniqueOrThrow({ where: { id: addressId } })).confirmedAt;
  await scan(phone.request, link);
  expect(await confirmed()).not.toBeNull();
  expect(await unsubscribe(link)).toBe(200);
  expect(await confirmed()).toBeNull();
  const guessed = await fetch(`${web.url}/email/unsubscribe/${addressId}-${"A".repeat(43)}`, { method: "POST" });
  expect(guessed.status).toBe(404);
  await site.close();
});
