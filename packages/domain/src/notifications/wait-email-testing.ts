import { randomUUID } from "node:crypto";
import { beforeEach } from "vitest";
import type { KeyContext, WorkerContext } from "../platform/context.ts";
import { type HeldTaskOptions, newHeldTask } from "../platform/held-task-testing.ts";
import {
  advanceClock,
  inProcess,
  lateCode,
  newCaller,
  newSession,
  newWorker,
  openTestContext,
  type TestContext,
} from "../platform/testing.ts";
import { saveTemplate } from "../templates/save-template.ts";
import { claimEmails, type WaitEmail } from "./claim-emails.ts";
import { recordDelivery } from "./outbox.ts";
import { announceWaits, listEmails } from "./wait-emails.ts";

/** What a test of emails about waits needs; each test has an account of its own. To be called once a file. */
export async function openWaitEmails() {
  const system = await openTestContext();
  const current = { system, web: inProcess(system, "web") } as {
    system: TestContext;
    web: ReturnType<typeof inProcess>;
    worker: WorkerContext;
    caller: KeyContext;
  };
  beforeEach(async () => {
    await current.system.sql`delete from wait_notice; delete from delivery where channel = 'wait'`;
    current.caller = await newCaller(current.system);
    // The one before lost its lease where its test moved the clock.
    current.worker = await newWorker(current.system, { slots: 100 });
  });

  async function newAddress(more: { email?: string; everyWait?: boolean; confirmed?: boolean } = {}) {
    const { email = `${randomUUID()}@example.org`, everyWait = false, confirmed = true } = more;
    const { accountId } = current.caller.actor;
    const data = { accountId, email, everyWait, confirmedAt: confirmed ? new Date() : null };
    return current.system.db.prisma.emailAddress.create({ data });
  }

  /** A task that waits for its code; `limit`: the task's own seconds; `named` by its template. */
  async function newWait({
    seconds = 600,
    limit = 86_400,
    named,
    ...more
  }: { seconds?: number; limit?: number; named?: string[] } & Partial<HeldTaskOptions> = {}) {
    const name = `Template ${randomUUID()}`;
    const steps = lateCode({ prompt: "Which code came?" });
    const document = { name, steps, timeout: limit, ...(named && { notify: named }) };
    const { accountId } = current.caller.actor;
    await saveTemplate({ ctx: current.system, input: { accountId, document } });
    const { caller, worker } = current;
    const { held, take } = await newHeldTask({ caller, worker, templateName: name, ...more });
    await take({ timeoutSeconds: seconds });
    return { ...held, name: "code", templateName: name };
  }

  /** What a web process does at a tick. */
  async function emailsDue(): Promise<WaitEmail[]> {
    await announceWaits({ ctx: current.web });
    const emails = await claimEmails({ ctx: current.web, input: { kind: "wait" } });
    return emails.filter((email) => email.kind === "wait");
  }

  const sent = (email: WaitEmail) => recordDelivery({ ctx: current.web, input: { delivery: email, problem: null } });
  const outcomes = async () =>
    (await listEmails({ ctx: newSession(current.caller), input: { accountId: current.caller.actor.accountId } })).map(
      ({ to, outcome, problem }) => [to, outcome, problem],
    );

  /** Time passes, in which the wait's deadline comes nearer. */
  async function pass(seconds: number): Promise<void> {
    await advanceClock(current.system, seconds);
    await current.system
      .sql`update variable set awaited_at = awaited_at - ${seconds} * interval '1 second' where awaited_at is not null`;
    // A wait is named by its beginning.
    await current.system.sql`
      update wait_notice n set wait = wait_name(t.fence, v.awaited_at) from task t, variable v
       where t.id = n.task_id and v.task_id = n.task_id and v.awaited_at is not null`;
    await current.system.sql`
      update delivery d set wait = wait_name(t.fence, v.awaited_at) from task t, variable v
       where d.channel = 'wait' and t.id = d.task_id and v.task_id = d.task_id and v.awaited_at is not null`;
    await current.system
      .sql`update wait_notice set next_at = next_at - ${seconds} * interval '1 second' where next_at is not null`;
  }

  return { current, newAddress, newWait, emailsDue, sent, outcomes, pass };
}
