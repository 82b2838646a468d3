import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { heartbeat } from "../platform/heartbeat.ts";
import { inProcess, newApplication, newCaller, newSession, openTestContext } from "../platform/testing.ts";
import { getAlert, planAlerts } from "./alerts.ts";
import { type AlertEmail, type AnyEmail, claimEmails } from "./claim-emails.ts";
import { planReports } from "./report-emails.ts";
import { listReportSubscriptions, setReportSubscription } from "./report-subscriptions.ts";

let caller: KeyContext;
let softId: number;

const system = await openTestContext();
const web = inProcess(system, "web");
beforeEach(async () => {
  await system.sql`delete from report_subscription`;
  caller = await newCaller(system);
  softId = await newApplication(system, caller);
});

async function alertsOn(): Promise<number> {
  const data = { accountId: caller.actor.accountId, email: `${randomUUID()}@example.org`, confirmedAt: new Date() };
  const { id: addressId } = await system.db.prisma.emailAddress.create({ data });
  const input = { softId, addressId, kind: "alerts", on: true, timezone: "UTC" } as const;
  await setReportSubscription({ ctx: newSession(caller), input });
  return addressId;
}

/** Counts so many in each of these 24 hours, of which 0 are the last. */
const count = (metric: string, n: number, daysAgo: number[], label = "") =>
  system.sql`
    insert into count (application_id, metric, bucket, label, n)
    select ${softId}, ${metric}, bucket_of(now()) - d * interval '24 hours' - interval '15 minutes', ${label}, ${n} from unnest(${daysAgo}::int[]) d`;

const before = Array.from({ length: 28 }, (_, n) => n + 1);

/** An hour passes for every subscription. */
const due = () => system.sql`update report_subscription set next_at = now() - interval '1 second'`;
/** Emails of an earlier hour, so that the next one is about another period. */
const earlier = () => system.sql`update delivery set period = period || ' earlier', next_at = null`;

async function emails(): Promise<AlertEmail[]> {
  await planReports({ ctx: web });
  await planAlerts({ ctx: web });
  return (await claimEmails({ ctx: web, input: { kind: "report" } })).filter((email) => isAlert(email));
}

const isAlert = (email: AnyEmail): email is AlertEmail => email.kind === "report" && email.about === "alerts";

/** What emails say after the next check, without the figures. */
async function nextCheck(): Promise<string[]> {
  await due();
  const sent = await emails();
  const findings = await Promise.all(sent.map((input) => getAlert({ ctx: web, input })));
  await earlier();
  return findings.flat().map(({ kind, state }) => `${kind} ${state}`);
}

const listed = async () =>
  (await listReportSubscriptions({ ctx: newSession(caller), input: { softId } })).flatMap(
    ({ subscriptions }) => subscriptions,
  );

test("an error rate is an alert once, by several processes, with what was normal, and once more when it is over", async () => {
  await alertsOn();
  await count("ready", 98, before);
  await count("error", 9_000, [29], "ERROR_STEP_FAILED");
  await count("error", 2, before, "ERROR_STEP_FAILED");
  await count("ready", 80, [0]);
  await count("error", 15, [0], "ERROR_STEP_FAILED");
  await count("error", 5, [0], "ERROR_TASK_TIMEOUT");
  await count("view", 3, [0]);
  expect(await emails(), "the first check is an hour later").toEqual([]);
  expect(await heartbeat({ ctx: web, input: { seen: null } })).toMatchObject({ emailsDue: false });
  await due();
  expect(await heartbeat({ ctx: web, input: { seen: null } })).toMatchObject({ emailsDue: true });
  const sent = [...(await Promise.all(Array.from({ length: 4 }, emails))).flat(), ...(await emails())];
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
  expect(await emails()).toHaveLength(1);
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
  expect(await heartbeat({ ctx: web, input: { seen: null } }), "it is not due any more").toMatchObject({
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
  const first = await emails();
  expect(first).toHaveLength(5);
  expect(first.some(({ accountId }) => accountId === caller.actor.accountId)).toBe(true);
  expect(await emails(), "the others at the next tick").toHaveLength(4);
});
