import { setAccount } from "../accounts/accounts.ts";
import type { Context, KeyContext, WorkerContext } from "../platform/context.ts";
import {
  emptySolution,
  newApplication,
  newCaller,
  newTemplate,
  newWorker,
  type TestContext,
} from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { claimTasks } from "../tasks/claim-tasks.ts";
import { createTask } from "../tasks/create-task.ts";
import { finishTask } from "../tasks/finish-task.ts";
import { recoverTasks } from "../tasks/keep-recovering.ts";
import { retireWorker } from "../tasks/workers.ts";
import { correctBalance, refundTask, topUp } from "./enter-money.ts";
import type { Operation } from "./operation-testing.ts";

/** A process with connections of its own, by the name under which the database knows them. */
export interface Process {
  name: string;
  app: Context;
}

/** The accounts of one run: three that create tasks, and two owners of three applications with different commissions. */
export class Market {
  readonly system: TestContext;
  readonly processes: readonly Process[];
  readonly accounts: KeyContext[];
  readonly applications: number[];
  readonly template: string;
  readonly tasks: { taskId: number; account: number }[] = [];
  /** What was acknowledged to have been put in, and what may have been although the answer never came. */
  put = 0n;
  unsure: bigint[] = [];

  private constructor(
    system: TestContext,
    processes: readonly Process[],
    accounts: KeyContext[],
    applications: number[],
    template: string,
  ) {
    this.system = system;
    this.processes = processes;
    this.accounts = accounts;
    this.applications = applications;
    this.template = template;
  }

  static async open(system: TestContext, processes: readonly Process[]): Promise<Market> {
    const accounts = await Promise.all(
      [0n, 900_000n, 30_000_000n].map((balance) => newCaller(system, { balance, bid: 333_333n })),
    );
    const owner = await newCaller(system, { balance: 0n });
    // An account may create tasks and own applications.
    const owners = [owner, owner, accounts[2] as KeyContext];
    const applications = await Promise.all(owners.map((one) => newApplication(system, one)));
    for (const [index, commission] of [0, 100_000, 1_000_000].entries())
      await system.db.prisma.application.update({ where: { id: applications[index] as number }, data: { commission } });
    // Stands for a built-in template: each account has one of the same name.
    const template = await newTemplate(system, accounts[0] as KeyContext, [
      { type: "CLICK", selector: { permanent: "#go" } },
    ]);
    await system.db.prisma.template.updateMany({ where: { name: template }, data: { accountId: null } });
    return new Market(system, processes, accounts, applications, template);
  }

  /** One operation as a process does it. A cut connection rejects, and nobody knows what it did. */
  async run(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case "create": {
        const { app } = this.processes[operation.process] as Process;
        const { actor } = this.accounts[operation.account] as KeyContext;
        const task = { websiteURL: "http://127.0.0.1/", templateName: this.template };
        const softId = this.applications[operation.application] ?? null;
        const { taskId } = await createTask({ ctx: { ...app, actor }, input: { task, softId } });
        this.tasks.push({ taskId, account: operation.account });
        return;
      }
      case "work": {
        const { app } = this.processes[operation.process] as Process;
        const worker = await newWorker(app);
        await this.work(worker, operation.limit, operation.ready);
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
        const { app } = this.processes[operation.pick % 2] as Process;
        const { actor } = this.accounts[task.account] as KeyContext;
        await cancelTask({ ctx: { ...app, actor }, input: { taskId: task.taskId } });
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
    const claimed = await claimTasks({ ctx: worker, input: { limit } });
    await Promise.all(
      claimed.map(({ taskId, accountId, fence }) =>
        finishTask({
          ctx: worker,
          input: {
            taskId,
            accountId,
            fence,
            outcome: ready
              ? { ready: emptySolution }
              : { failed: { code: "ERROR_STEP_FAILED", description: "It failed." } },
          },
        }),
      ),
    );
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
