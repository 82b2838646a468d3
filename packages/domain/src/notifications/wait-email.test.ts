import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { heartbeat } from "../platform/heartbeat.ts";
import { newCaller } from "../platform/testing.ts";
import { openAnswerLink } from "../waits/answer-links.ts";
import { pushVariable } from "../waits/answer-wait.ts";
import { findSubscription, linkToken, unsubscribe } from "./email-links.ts";
import { recordDelivery } from "./outbox.ts";
import { openWaitEmails } from "./wait-email-testing.ts";
import { createEmailedLink } from "./wait-emails.ts";

const { current, emailsDue, newAddress, newWait, outcomes, sent } = await openWaitEmails();

test("a wait is emailed to confirmed addresses that its task, its template or their own settings name, once each", async () => {
  const [byTask, byTemplate, byOwnSetting] = [
    await newAddress(),
    await newAddress(),
    await newAddress({ everyWait: true }),
  ];
  await newAddress();
  const unconfirmed = await newAddress({ everyWait: true, confirmed: false });
  const named = [byTemplate.email.toUpperCase(), unconfirmed.email, "stranger@example.org"];
  const wait = await newWait({ named, notify: [byTask.email] });
  expect(await heartbeat({ ctx: current.web, input: { seen: null } })).toMatchObject({ emailsDue: true });

  // Several processes at once.
  const emails = (await Promise.all(Array.from({ length: 4 }, emailsDue))).flat();
  const rest = await emailsDue();
  const all = [...emails, ...rest];
  expect(all.map(({ to }) => to).toSorted()).toEqual([byTask.email, byTemplate.email, byOwnSetting.email].toSorted());
  const { email: requester } = await current.system.db.prisma.account.findUniqueOrThrow({
    where: { id: wait.accountId },
  });
  expect(all[0]).toMatchObject({
    reminder: false,
    taskId: wait.taskId,
    name: "code",
    requester,
    templateName: wait.templateName,
    prompt: "Which code came?",
    heldBack: 0,
    attempt: 1,
  });
  for (const email of all) await sent(email);
  expect(await emailsDue()).toEqual([]);
  expect((await outcomes()).map(([, outcome]) => outcome)).toEqual(["sent", "sent", "sent"]);
  expect(await heartbeat({ ctx: current.web, input: { seen: null } })).toMatchObject({ emailsDue: false });
});

test("createTask refuses an address that is not confirmed, or another account's", async () => {
  const own = await newAddress({ confirmed: false });
  current.caller = await newCaller(current.system);
  const foreign = await newAddress();
  const [mine, other] = [current.caller, await newCaller(current.system)];
  current.caller = other;
  for (const email of [own.email, foreign.email, "nobody@example.org"])
    await expect(newWait({ notify: [email] })).rejects.toMatchObject({
      code: "ERROR_BAD_REQUEST",
      message: expect.stringContaining(`notify has ${JSON.stringify(email)}, not confirmed`),
    });
  current.caller = mine;
  await expect(newWait({ notify: [foreign.email] })).resolves.toMatchObject({ name: "code" });
});

test("an email whose mail server fails is tried again, but not once its wait was answered", async () => {
  await newAddress({ everyWait: true });
  const { taskId } = await newWait();
  const [email] = await emailsDue();
  if (!email) throw new Error("There is no email.");
  await recordDelivery({ ctx: current.web, input: { delivery: email, problem: "the mail server did not take it" } });
  const soon = () => current.system.sql`update delivery set next_at = now() where next_at is not null`;
  await soon();
  const [again] = await emailsDue();
  expect(again).toMatchObject({ deliveryId: email.deliveryId, attempt: 2 });
  await recordDelivery({ ctx: current.web, input: { delivery: email, problem: null } });
  expect((await outcomes())[0]?.[1], "a late answer of the first attempt changes nothing").toBe("pending");
  await pushVariable({ ctx: current.caller, input: { taskId, name: "code", value: "349001" } });
  await soon();
  expect(await emailsDue()).toEqual([]);
  expect(await outcomes()).toEqual([[email.to, "not sent", "the wait ended before"]]);
});

test("a mailbox gets 20 emails an hour, of all accounts together; the others are shown, and the next email counts them", async () => {
  const email = `${randomUUID()}@example.org`;
  await newAddress({ email, everyWait: true });
  for (let n = 0; n < 12; n++) await newWait();
  const first = await emailsDue();
  current.caller = await newCaller(current.system);
  await newAddress({ email, everyWait: true });
  for (let n = 0; n < 12; n++) await newWait();
  const second = await emailsDue();
  expect([first.length, second.length]).toEqual([12, 8]);
  expect((await outcomes()).filter(([, outcome]) => outcome === "limit")).toHaveLength(4);
  await current.system.sql`update portal_rate_limit set last_request = 0`;
  await newWait();
  expect(await emailsDue()).toMatchObject([{ to: email, heldBack: 4 }]);
});

test("S16: emails that an account may not send delay no other account's", async () => {
  const { id: addressId } = await newAddress({ everyWait: true });
  await newWait();
  await emailsDue();
  await current.system.sql`
    insert into delivery (channel, account_id, task_id, event, wait, address_id, next_at)
    select 'wait', account_id, task_id, 'waiting', wait, ${addressId}, now() - interval '1 hour' from wait_notice, generate_series(1, 150)`;
  expect(await emailsDue(), "one was sent before").toHaveLength(19);
  current.caller = await newCaller(current.system);
  const { email } = await newAddress({ everyWait: true });
  await newWait();
  expect(await emailsDue()).toMatchObject([{ to: email }]);
});

test("an emailed link answers the wait, its receipt says whom it was emailed to, and it ends with the address", async () => {
  const { id: addressId } = await newAddress({ everyWait: true });
  const { accountId, taskId } = await newWait();
  const { token } = await createEmailedLink({
    ctx: current.web,
    input: { accountId, taskId, name: "code", addressId },
  });
  expect(await openAnswerLink({ app: current.web, token })).toMatchObject({ actor: { taskId, name: "code" } });
  await current.system.db.prisma.emailAddress.delete({ where: { id: addressId } });
  expect(await openAnswerLink({ app: current.web, token })).toBeNull();
});

test("a link of an email ends the emails to its address, and no guessed one does (S12)", async () => {
  const { id, email } = await newAddress({ everyWait: true });
  const { accountId } = current.caller.actor;
  const token = linkToken(current.web, { id, accountId, purpose: "unsubscribe" });
  const other = linkToken(current.web, { id, accountId: accountId + 1, purpose: "unsubscribe" });
  for (const guessed of [other, `${id}-${"A".repeat(43)}`, token.slice(0, -1), `9${token}`, "", "1"])
    expect(await unsubscribe(current.web, guessed)).toBe(false);
  expect(await findSubscription(current.web, token)).toMatchObject({ email });
  await newWait();
  expect(await unsubscribe(current.web, token)).toBe(true);
  await newWait();
  expect(await emailsDue()).toEqual([]);
  expect(await unsubscribe(current.web, token), "again").toBe(true);
});
