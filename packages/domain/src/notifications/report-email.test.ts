import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { readClock } from "../platform/health.ts";
import { heartbeat } from "../platform/heartbeat.ts";
import { denied, inProcess, newApplication, newCaller, newSession, openTestContext } from "../platform/testing.ts";
import { getErrors } from "../statistics/get-app-stats.ts";
import { getOverview } from "../statistics/get-overview.ts";
import { getAlert, planAlerts } from "./alerts.ts";
import { type AlertEmail, type AnyEmail, beginReport, claimEmails, type ReportEmail } from "./claim-emails.ts";
import { linkToken } from "./email-links.ts";
import { recordDelivery } from "./outbox.ts";
import { getReport, planReports } from "./report-emails.ts";
import { latestPeriod, nextSending, type ReportKind } from "./report-schedule.ts";
import {
  endReports,
  findReportSubscription,
  listReportSubscriptions,
  setReportSubscription,
} from "./report-subscriptions.ts";

let caller: KeyContext;
let softId: number;

const system = await openTestContext();
const web = inProcess(system, "web");
beforeEach(async () => {
  await system.sql`delete from report_subscription; delete from portal_rate_limit`;
  caller = await newCaller(system);
  softId = await newApplication(system, caller);
});

async function newAddress(email = `${randomUUID()}@example.org`): Promise<number> {
  const data = { accountId: caller.actor.accountId, email, confirmedAt: new Date() };
  return (await system.db.prisma.emailAddress.create({ data })).id;
}

const subscribe = (addressId: number, { on = true, kind = "weekly" as ReportKind | "alerts", timezone = "UTC" } = {}) =>
  setReportSubscription({ ctx: newSession(caller), input: { softId, addressId, kind, on, timezone } });

const listed = async () =>
  (await listReportSubscriptions({ ctx: newSession(caller), input: { softId } })).flatMap(
    ({ subscriptions }) => subscriptions,
  );

/** The time of the next report or check comes. */
const due = () => system.sql`update report_subscription set next_at = now() - interval '1 second'`;

/** What a heartbeat returns. */
const heartbeatNow = () => heartbeat({ ctx: web, input: { seen: null } });

/** What a web process does at a tick. */
async function emailsDue(): Promise<AnyEmail[]> {
  await planReports({ ctx: web });
  await planAlerts({ ctx: web });
  return claimEmails({ ctx: web, input: { kind: "report" } });
}

const isReport = (email: AnyEmail): email is ReportEmail => email.kind === "report" && email.about !== "alerts";
const isAlert = (email: AnyEmail): email is AlertEmail => email.kind === "report" && email.about === "alerts";
const reportsDue = async () => (await emailsDue()).filter(isReport);
const alertsDue = async () => (await emailsDue()).filter(isAlert);

async function deliver(email: ReportEmail, problem: string | null = null): Promise<void> {
  if (await beginReport({ ctx: web, input: email }))
    await recordDelivery({ ctx: web, input: { delivery: email, problem } });
}

test("a report of the latest period is sent once by several processes, and the next one a week later", async () => {
  const email = `${randomUUID()}@example.org`;
  await subscribe(await newAddress(email));
  expect(await reportsDue(), "none about the time before").toEqual([]);
  expect(await heartbeatNow()).toMatchObject({ emailsDue: false });
  await due();
  expect(await heartbeatNow()).toMatchObject({ emailsDue: true });
  const emails = (await Promise.all(Array.from({ length: 4 }, reportsDue))).flat();
  const all = [...emails, ...(await reportsDue())];
  const now = await readClock(system);
  const period = latestPeriod("weekly", "UTC", now);
  expect(all).toMatchObject([{ to: email, softId, period, attempt: 1, name: "Exporter" }]);
  for (const one of all) await deliver(one);
  expect(await reportsDue()).toEqual([]);
  expect(await heartbeatNow()).toMatchObject({ emailsDue: false });
  expect(await listed()).toMatchObject([
    { kind: "weekly", nextAt: nextSending("weekly", "UTC", now), last: { outcome: "sent" } },
  ]);
});

test("if the clock goes back, no period is sent again; after downtime, only the last period is sent", async () => {
  await subscribe(await newAddress(), { kind: "monthly" });
  await due();
  expect(await reportsDue()).toHaveLength(1);
  await system.sql`update report_subscription set next_at = now() - interval '200 days'`;
  expect(await reportsDue()).toEqual([]);
  const sent = await system.sql`select period from delivery`;
  expect(sent).toEqual([{ period: latestPeriod("monthly", "UTC", await readClock(system)).from }]);
});

test("a process that ends while it reads the figures leaves the report to another; while it sends it, to nobody", async () => {
  await subscribe(await newAddress());
  await due();
  const [lost] = await reportsDue();
  const later = () => system.sql`update delivery set next_at = now() - interval '1 second' where next_at is not null`;
  await later();
  const [again] = await reportsDue();
  if (!lost || !again) throw new Error("There is no email.");
  expect(again).toMatchObject({ deliveryId: lost.deliveryId, attempt: 2 });
  await deliver(lost);
  expect(await listed(), "the first process is late").toMatchObject([{ last: { outcome: "pending" } }]);
  expect(await beginReport({ ctx: web, input: again })).toBe(true);
  await later();
  expect(await reportsDue()).toEqual([]);
  expect(await listed(), "the mail server may still take it").toMatchObject([{ last: { outcome: "pending" } }]);
  await system.sql`update delivery set created_at = now() - interval '121 seconds'`;
  expect(await listed()).toMatchObject([{ last: { outcome: "unknown", problem: null } }]);
});

test("a report whose mail server fails is tried again for three days", async () => {
  await subscribe(await newAddress());
  await due();
  const [email] = await reportsDue();
  if (!email) throw new Error("There is no email.");
  await deliver(email, "the mail server did not take it");
  expect(await reportsDue(), "not at once").toEqual([]);
  await system.sql`update delivery set next_at = now() - interval '1 second'`;
  expect(await reportsDue()).toMatchObject([{ attempt: 2 }]);
  await system.sql`update delivery set next_at = now() - interval '1 second'`;
  await system.sql`update delivery set created_at = now() - interval '73 hours'`;
  expect(await reportsDue()).toEqual([]);
  expect(await listed()).toMatchObject([
    { last: { outcome: "not sent", problem: "it could not be sent for three days" } },
  ]);
});

test.each([
  ["address", "update email_address set confirmed_at = null"],
  ["account", "update account set suspended_at = now()"],
  ["application", "update application set archived_at = now()"],
])("nothing is sent of an %s that must not get it any more", async (_, change) => {
  await subscribe(await newAddress());
  await due();
  await planReports({ ctx: web });
  expect(await system.sql`select count(*)::int as n from delivery where next_at <= now()`).toEqual([{ n: 1 }]);
  await system.db.pool.query(change);
  expect(await reportsDue()).toEqual([]);
  expect(await system.sql`select from delivery where next_at is not null`).toEqual([]);
});

test("a report has the figures of the dashboard", async () => {
  const period = { from: "2026-11-09", to: "2026-11-15" };
  const count = (metric: string, day: string, n: number, label = "") =>
    system.db.pool.query("insert into count (application_id, metric, bucket, label, n) values ($1, $2, $3, $4, $5)", [
      ...[softId, metric, `${day}T12:00Z`, label, n],
    ]);
  await count("ready", "2026-11-10", 90);
  await count("ready", "2026-11-03", 60);
  await count("view", "2026-11-15", 7);
  await count("error", "2026-11-10", 9, "ERROR_STEP_FAILED");
  await count("error", "2026-11-03", 6, "ERROR_TASK_TIMEOUT");
  for (const [n, code] of ["ERROR_TASK_TIMEOUT", "ERROR_WORKER_LOST", "ERROR_TASK_CANCELED"].entries())
    await count("error", "2026-11-11", 3 - n, code);
  const input = { softId, timezone: "UTC", ...period };
  const report = await getReport({ ctx: web, input });
  const ctx = newSession(caller);
  expect(report.figures).toEqual((await getOverview({ ctx, input })).figures);
  expect(report.figures.errors).toMatchObject({ total: 90, before: 60, change: 0.5 });
  expect(report.failed).toEqual({ total: 15, before: 6, change: 1.5 });
  expect(report.errors).toEqual((await getErrors({ ctx, input })).slice(0, 3));
  expect(report).toMatchObject({ empty: false, comparedWith: { from: "2026-11-02", to: "2026-11-08" } });
  const nothing = { ...input, from: "2026-10-01", to: "2026-10-07" };
  expect(await getReport({ ctx: web, input: nothing })).toMatchObject({ empty: true });
});

test("a mailbox gets 20 reports an hour, and the others later", async () => {
  const addressId = await newAddress();
  for (let n = 0; n < 21; n++) {
    softId = await newApplication(system, caller);
    await subscribe(addressId);
  }
  await due();
  expect([...(await reportsDue()), ...(await reportsDue())]).toHaveLength(20);
  const rows = await system.sql`select count(*)::int as n from delivery where attempts = 0 and next_at > now()`;
  expect(rows, "it is kept").toEqual([{ n: 1 }]);
});

test("the link of an email ends its reports alone, and no guessed one does (S12)", async () => {
  const addressId = await newAddress();
  await subscribe(addressId);
  await subscribe(addressId, { kind: "monthly" });
  await due();
  const [email] = await reportsDue();
  if (!email) throw new Error("There is no email.");
  const { subscriptionId: id, accountId } = email;
  const token = linkToken(web, { id, accountId, purpose: "end reports" });
  const other = linkToken(web, { id, accountId: accountId + 1, purpose: "end reports" });
  for (const guessed of [other, `${email.subscriptionId}-${"A".repeat(43)}`, token.slice(0, -1), `9${token}`, "", "1"])
    expect(await endReports(web, guessed)).toBe(false);
  expect(await findReportSubscription(web, token)).toMatchObject({ name: "Exporter", kind: email.about });
  expect(await listed(), "reading ends nothing").toHaveLength(2);
  expect(await endReports(web, token)).toBe(true);
  expect(await listed()).toHaveLength(1);
  expect(await endReports(web, token), "it was used").toBe(false);
});

test("nobody turns reports on for another account's address or application, or an unconfirmed address", async () => {
  const own = await newAddress();
  caller = await newCaller(system);
  await expect(subscribe(await newAddress())).rejects.toMatchObject(denied);
  softId = await newApplication(system, caller);
  await expect(subscribe(own)).rejects.toMatchObject(denied);
  const unconfirmed = await newAddress();
  await system.sql`update email_address set confirmed_at = null where id = ${unconfirmed}`;
  await expect(subscribe(unconfirmed)).rejects.toMatchObject(denied);
  await expect(subscribe(await newAddress(), { timezone: "Nowhere/Else" })).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
  });
});

const alertsOn = async () => subscribe(await newAddress(), { kind: "alerts" });

/** Counts so many in each of these 24 hours, of which 0 are the last. */
const count = (metric: string, n: number, daysAgo: number[], label = "") =>
  system.sql`
    insert into count (application_id, metric, bucket, label, n)
    select ${softId}, ${metric}, bucket_of(now()) - d * interval '24 hours' - interval '15 minutes', ${label}, ${n} from unnest(${daysAgo}::int[]) d`;

const before = Array.from({ length: 28 }, (_, n) => n + 1);

/** Makes all emails so far those of other periods, so that the next one is not taken for one of them. */
const earlier = () => system.sql`update delivery set period = period || ' ' || gen_random_uuid(), next_at = null`;

/** What emails say after the next check, without the figures. */
async function nextCheck(): Promise<string[]> {
  await due();
  const sent = await alertsDue();
  const findings = await Promise.all(sent.map((input) => getAlert({ ctx: web, input })));
  await earlier();
  return findings.flat().map(({ kind, state }) => `${kind} ${state}`);
}

test("an error rate is an alert once, by several processes, with what was normal, and once more when it is over", async () => {
  await alertsOn();
  await count("ready", 98, before);
  await count("error", 9_000, [29], "ERROR_STEP_FAILED");
  await count("error", 2, before, "ERROR_STEP_FAILED");
  await count("ready", 80, [0]);
  await count("error", 15, [0], "ERROR_STEP_FAILED");
  await count("error", 5, [0], "ERROR_TASK_TIMEOUT");
  await count("view", 3, [0]);
  expect(await alertsDue(), "the first check is an hour later").toEqual([]);
  expect(await heartbeatNow()).toMatchObject({ emailsDue: false });
  await due();
  expect(await heartbeatNow()).toMatchObject({ emailsDue: true });
  const sent = [...(await Promise.all(Array.from({ length: 4 }, alertsDue))).flat(), ...(await alertsDue())];
  const [email] = sent;
  if (!email) throw new Error("There is no email.");
  expect(sent).toMatchObject([{ softId, about: "alerts", name: "Exporter", at: expect.any(Date) }]);
  expect(await getAlert({ ctx: web, input: email })).toEqual([
    { kind: "error_rate", state: "alert", value: 20, total: 100, low: 0.02, high: 0.02 },
  ]);
  expect(await listed()).toMatchObject([{ kind: "alerts", ongoing: ["error_rate"], last: { outcome: "pending" } }]);
  await earlier();
  expect(await nextCheck(), "it goes on").toEqual([]);
  await system.sql`update count set n = 1 where application_id = ${softId} and metric = 'error'`;
  expect(await nextCheck()).toEqual(["error_rate normal"]);
  expect(await nextCheck()).toEqual([]);
  expect(await listed()).toMatchObject([{ ongoing: [] }]);
});

test("tasks and page views that stop are one email, and each is over by itself", async () => {
  await alertsOn();
  await count("ready", 100, before);
  await count("view", 60, before);
  expect(await nextCheck()).toEqual(["no_tasks alert", "no_views alert"]);
  expect(await nextCheck()).toEqual([]);
  await count("ready", 1, [0]);
  expect(await nextCheck()).toEqual(["no_tasks normal"]);
  expect(await listed()).toMatchObject([{ ongoing: ["no_views"] }]);
});

test("an alert of which no email was written, as when the clock was set back, is found again", async () => {
  await alertsOn();
  await count("view", 60, before);
  await due();
  expect(await alertsDue()).toHaveLength(1);
  await count("view", 1, [0]);
  // The check of the same quarter of an hour.
  const same = await nextCheck();
  expect([...same, ...(await nextCheck())]).toEqual(["no_views normal"]);
});

test("an archived application is not checked, and its alert goes on when it is restored", async () => {
  await alertsOn();
  await count("view", 60, before);
  const archive = (at: string) =>
    system.db.pool.query(`update application set archived_at = ${at} where id = $1`, [softId]);
  await archive("now()");
  expect(await nextCheck()).toEqual([]);
  expect(await heartbeatNow(), "it is not due any more").toMatchObject({
    emailsDue: false,
  });
  await archive("null");
  expect(await nextCheck()).toEqual(["no_views alert"]);
});

test("an account with many applications does not delay the check of another account's", async () => {
  for (let n = 0; n < 8; n++) {
    softId = await newApplication(system, caller);
    await count("view", 60, before);
    await alertsOn();
  }
  caller = await newCaller(system);
  softId = await newApplication(system, caller);
  await count("view", 60, before);
  await alertsOn();
  await due();
  const first = await alertsDue();
  expect(first).toHaveLength(5);
  expect(first.some(({ accountId }) => accountId === caller.actor.accountId)).toBe(true);
  expect(await alertsDue(), "the others at the next tick").toHaveLength(4);
});
