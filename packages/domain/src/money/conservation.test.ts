import { connect } from "@gatepost/db/connect";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { setAccount } from "../accounts/accounts.ts";
import type { Context, KeyContext, WorkerContext } from "../platform/context.ts";
import { hold } from "../platform/held-task-testing.ts";
import { openAppContext } from "../platform/open-app-context.ts";
import { size } from "../platform/test-size.ts";
import {
  newApplication,
  newCaller,
  newTemplate,
  newWorker,
  openTestContext,
  type TestContext,
} from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { claimTasks } from "../tasks/claim-tasks.ts";
import { createTask } from "../tasks/create-task.ts";
import { recoverTasks } from "../tasks/keep-recovering.ts";
import { retireWorker } from "../tasks/workers.ts";
import { correctBalance, refundTask, topUp } from "./enter-money.ts";
import { ledgerKinds } from "./ledger.ts";
import { reconcile } from "./reconcile.ts";

const account = fc.nat(2);
const place = fc.nat(1);
const amount = fc.integer({ min: 1, max: 3_000_000 });
const limit = fc.integer({ min: 1, max: 4 });
const connections = fc.integer({ min: 1, max: 3 });
const either = fc.oneof(
  amount,
  amount.map((one) => -one),
);
const of = <Kind extends string, More extends object>(
  kind: Kind,
  more: { [Name in keyof More]: fc.Arbitrary<More[Name]> },
) => fc.record(more).map((generated) => ({ kind, ...generated }));

/** What happens to the money of a few accounts. */
const operation = fc.oneof(
  { weight: 30, arbitrary: of("create", { account, application: fc.nat(3), process: place }) },
  { weight: 20, arbitrary: of("work", { limit, ready: fc.boolean(), process: place }) },
  { weight: 2, arbitrary: of("lose", { limit }) },
  { weight: 6, arbitrary: of("cancel", { pick: fc.nat() }) },
  { weight: 6, arbitrary: of("refund", { pick: fc.nat() }) },
  { weight: 4, arbitrary: of("top up", { account, amount }) },
  { weight: 4, arbitrary: of("correct", { account, amount: either }) },
  { weight: 3, arbitrary: of("bid", { account, amount }) },
  { weight: 3, arbitrary: of("cut", { process: place, connections }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer Generated> ? Generated : never;

/** A process with connections of its own, by the name under which the database knows them. */
interface Process {
  name: string;
  app: Context;
}

/** The accounts of one run: three that create tasks, and two owners of three applications with different commissions. */
class Market {
  readonly system: TestContext;
  readonly processes: readonly Process[];
  accounts: KeyContext[] = [];
  applications: number[] = [];
  template = "";
  readonly tasks: { taskId: number; account: number }[] = [];
  /** What was acknowledged to have been put in, and what may have been although the answer never came. */
  put = 0n;
  unsure: bigint[] = [];

  constructor(system: TestContext, processes: readonly Process[]) {
    this.system = system;
    this.processes = processes;
  }

  async open(): Promise<void> {
    const { system } = this;
    this.accounts = await Promise.all(
      [0n, 900_000n, 30_000_000n].map((balance) => newCaller(system, { balance, bid: 333_333n })),
    );
    const owner = await newCaller(system, { balance: 0n });
    const [first, , last] = this.accounts as [KeyContext, KeyContext, KeyContext];
    // An account may create tasks and own applications.
    this.applications = await Promise.all([owner, owner, last].map((one) => newApplication(system, one)));
    for (const [index, commission] of [0, 100_000, 1_000_000].entries())
      await system.db.prisma.application.update({ where: { id: this.applications[index] ?? 0 }, data: { commission } });
    // Stands for a built-in template: each account has one of the same name.
    this.template = await newTemplate(system, first, [{ type: "CLICK", selector: "#go" }]);
    await system.db.prisma.template.updateMany({ where: { name: this.template }, data: { accountId: null } });
  }

  /** One operation as a process does it. A cut connection rejects, and nobody knows what it did. */
  async run(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case "create": {
        const ctx = this.callerIn(operation.process, operation.account);
        const task = { websiteURL: "http://127.0.0.1/", templateName: this.template };
        const softId = this.applications[operation.application] ?? null;
        const { taskId } = await createTask({ ctx, input: { task, softId } });
        this.tasks.push({ taskId, account: operation.account });
        return;
      }
      case "work": {
        await this.work(await newWorker(this.operator(operation.process)), operation.limit, operation.ready);
        return;
      }
      case "lose": {
        const worker = await newWorker(this.system);
        await claimTasks({ ctx: worker, input: { limit: operation.limit } });
        await retireWorker({ ctx: worker });
        await recoverTasks({ ctx: this.system });
        return;
      }
      case "cancel": {
        const task = this.pick(operation.pick);
        if (!task) return;
        const ctx = this.callerIn(operation.pick, task.account);
        await cancelTask({ ctx, input: { taskId: task.taskId } });
        return;
      }
      case "refund": {
        const task = this.pick(operation.pick);
        if (!task) return;
        await refundTask({ ctx: this.operator(operation.pick), input: { taskId: task.taskId } });
        return;
      }
      case "top up":
        return this.move(operation.account, BigInt(operation.amount), (input) =>
          topUp({ ctx: this.operator(operation.amount), input }),
        );
      case "correct":
        return this.move(operation.account, BigInt(operation.amount), (input) =>
          correctBalance({ ctx: this.operator(operation.amount), input: { ...input, note: "generated" } }),
        );
      case "bid":
        await setAccount({
          ctx: this.operator(operation.amount),
          input: { accountId: this.accountOf(operation.account), bid: BigInt(operation.amount) },
        });
        return;
      case "cut": {
        const { name } = this.processes[operation.process] as Process;
        await this.system.sql`
          select pg_terminate_backend(pid) from
            (select pid from pg_stat_activity where application_name = ${name} and datname = current_database()
              order by state = 'active' desc, random() limit ${operation.connections}) busy`;
      }
    }
  }

  async work(worker: WorkerContext, limit: number, ready: boolean): Promise<number> {
    const claimed = (await claimTasks({ ctx: worker, input: { limit } })).map((task) => hold(worker, task));
    await Promise.all(claimed.map((task) => (ready ? task.ready() : task.fail())));
    return claimed.length;
  }

  private async move(
    index: number,
    amount: bigint,
    by: (input: { accountId: number; amount: bigint }) => Promise<unknown>,
  ): Promise<void> {
    try {
      await by({ accountId: this.accountOf(index), amount });
      this.put += amount;
    } catch (error) {
      // A refusal did nothing; anything else may have.
      if ((error as Error).name !== "DomainError") this.unsure.push(amount);
      throw error;
    }
  }

  private pick(n: number) {
    return this.tasks.length > 0 ? this.tasks[n % this.tasks.length] : undefined;
  }

  private operator(n: number): Context {
    return (this.processes[n % 2] as Process).app;
  }

  private callerIn(process: number, account: number): KeyContext {
    return { ...this.operator(process), actor: (this.accounts[account] as KeyContext).actor };
  }

  private accountOf(index: number): number {
    return (this.accounts[index] as KeyContext).actor.accountId;
  }

  /** Ends what is still open: what lost workers held comes back, and is worked off. */
  async drain(): Promise<void> {
    await this.system.sql`update worker set ended_at = now() where ended_at is null`;
    await recoverTasks({ ctx: this.system });
    for (;;) {
      const worker = await newWorker(this.system);
      if ((await this.work(worker, 100, true)) === 0) return;
    }
  }
}

/** Operations of one run, and runs: 500 operations, and in the long form more than a hundred thousand. */
const length = 500;

const runs = size(1, 400);

/** Operations that are under way at once. */
const concurrent = 20;

const system = await openTestContext();
const url = system.db.pool.options.connectionString as string;
/** Two processes with connections of their own, which are cut while they work. */
const processes = ["one", "two"].map((name) => {
  const applicationName = `gatepost ${name}`;
  const db = connect(url, { max: 4, applicationName });
  const app = openAppContext({ db, secret: "a secret that is only used by tests", settings: system.settings });
  return { name: applicationName, app: { ...app, actor: { kind: "system" as const } }, close: db.close };
});

afterAll(async () => {
  for (const { close } of processes) await close();
});

async function one<Row>(text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await system.db.pool.query(text, values);
  return rows[0] as Row;
}

/** All that was ever put in. */
async function putIn(): Promise<bigint> {
  const { put } = await one<{ put: string }>(
    "select coalesce(sum(available), 0) as put from ledger_entry where kind in ('top_up', 'correction')",
  );
  return BigInt(put);
}

/** What holds at any moment, whatever is under way. */
async function expectSound(): Promise<void> {
  expect(await reconcile({ ctx: system })).toEqual([]);
  const { sum, lowest } = await one<{ sum: string; lowest: string }>(`
    select (select sum(available + held) from account) + (select sum(platform) from ledger_entry) as sum,
           (select min(least(available, held)) from account) as lowest`);
  expect([BigInt(sum), Number(lowest) >= 0]).toEqual([0n, true]);
}

/** What was rejected because its connection was cut. */
const cutOff: string[] = [];

test(`money is conserved over ${length * runs} generated operations with connections cut in between`, {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: length, maxLength: length }), async (operations) => {
      const before = await putIn();
      const market = new Market(system, processes);
      await market.open();
      for (let at = 0; at < operations.length; at += concurrent) {
        const settled = await Promise.allSettled(operations.slice(at, at + concurrent).map((one) => market.run(one)));
        for (const one of settled)
          if (one.status === "rejected" && one.reason.name !== "DomainError") cutOff.push(String(one.reason));
        if (at % (concurrent * 6) === 0) await expectSound();
      }
      await market.drain();
      await expectSound();

      // Nothing is held any more, each captured price has its commission, and refunds give back what was captured.
      expect(await one("select count(*)::int as n from task where ended_at is null")).toEqual({ n: 0 });
      expect(await one("select coalesce(sum(held), 0)::int as n from account")).toEqual({ n: 0 });
      expect(
        await one(`
          select count(*)::int as n
            from ledger_entry c
            left join application a on a.id = c.application_id
            left join (select task_id, count(*) as n, sum(available) as earned, min(account_id) as owner
                         from ledger_entry where kind = 'commission' group by task_id) m on m.task_id = c.task_id
           where c.kind = 'capture'
             and (coalesce(m.n, 0) <> case when c.platform * a.commission / 1000000 > 0 then 1 else 0 end
               or coalesce(m.earned, 0) <> coalesce(c.platform * a.commission / 1000000, 0)
               or m.owner <> a.account_id)`),
      ).toEqual({ n: 0 });

      // What was acknowledged stands in the ledger; of what was cut off, each entry does or does not, and no other.
      const opened = 30_900_000n;
      expect(sumsOf(market.unsure)).toContain((await putIn()) - before - opened - market.put);
    }),
    { numRuns: runs, endOnFailure: true },
  );

  // That it was a test at all: every kind of entry was made, and work was cut off.
  const rows = await system.sql`select kind, count(*)::int as n from ledger_entry group by kind`;
  const entries = Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
  for (const kind of ledgerKinds) expect(entries[kind], kind).toBeGreaterThan(runs);
  expect(cutOff.length).toBeGreaterThan(runs);
});

/** The sums of all subsets. A run has a few unsure moves of money at most. */
function sumsOf(amounts: readonly bigint[]): Set<bigint> {
  let sums = new Set([0n]);
  for (const amount of amounts) sums = new Set([...sums, ...[...sums].map((sum) => sum + amount)]);
  return sums;
}
