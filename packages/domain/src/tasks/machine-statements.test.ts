import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { KeyContext, WorkerContext } from "../platform/context.ts";
import { begun } from "../platform/held-task-testing.ts";
import { size } from "../platform/test-size.ts";
import {
  emptySolution,
  inProcess,
  newApplication,
  newCaller,
  newTemplate,
  newWorker,
  openTestContext,
  type TestContext,
} from "../platform/testing.ts";
import { declineVariable, extendWait, pushVariable } from "../waits/answer-wait.ts";
import { askAgain, takeVariable } from "../waits/take-variable.ts";
import { beginStep } from "./begun-steps.ts";
import { cancelTask } from "./cancel-task.ts";
import { claimTasks } from "./claim-tasks.ts";
import { createTask } from "./create-task.ts";
import type { Ended } from "./end-tasks.ts";
import { finishTask, returnTask } from "./finish-task.ts";
import { recoverTasks } from "./keep-recovering.ts";
import { newSession, run, runOfSession, withFence } from "./machine-events-testing.ts";
import {
  type Event,
  isOpen,
  type Machine,
  maxAttempts,
  newMachine,
  type Reply,
  step,
  stepOfSession,
} from "./machine-testing.ts";
import { isFinal } from "./states.ts";
import { retireWorker } from "./workers.ts";

type Stored = Pick<Machine, "state" | "held" | "fence" | "maySubmit" | "variable" | "attempt" | "error" | "money"> & {
  wiped: boolean;
};

/** What the tasks of a test are created with. */
interface TaskSetting {
  system: TestContext;
  caller: KeyContext;
  templateName: string;
  softId: number;
}

async function createOne({ caller, templateName, softId }: TaskSetting, session?: string): Promise<number> {
  const task = {
    websiteURL: "http://127.0.0.1/",
    templateName,
    variables: { code: "_WAIT_FOR_IT_" },
    session,
  };
  return (await createTask({ ctx: caller, input: { task, softId } })).taskId;
}

/** One task in PostgreSQL, driven by the verbs that web and worker processes call. */
export class StoredTask {
  private worker: WorkerContext | undefined;

  readonly taskId: number;

  /** The earlier task of its session, if it is held. */
  private readonly earlier: number | undefined;

  private readonly setting: TaskSetting;

  private constructor(setting: TaskSetting, taskId: number, earlier: number | undefined) {
    this.setting = setting;
    this.taskId = taskId;
    this.earlier = earlier;
  }

  static async create(setting: TaskSetting, { held = false } = {}): Promise<StoredTask> {
    const session = held ? "held" : undefined;
    const earlier = held ? await createOne(setting, session) : undefined;
    return new StoredTask(setting, await createOne(setting, session), earlier);
  }

  /** The tasks of a session of their own. */
  static async createSession(setting: TaskSetting, count: number, session: string): Promise<StoredTask[]> {
    const tasks: StoredTask[] = [];
    for (let n = 0; n < count; n++) tasks.push(new StoredTask(setting, await createOne(setting, session), undefined));
    return tasks;
  }

  async apply(event: Event): Promise<Reply> {
    const { taskId } = this;
    const { system, caller } = this.setting;
    if (event.kind === "push") return this.push(event.value);
    if (event.kind === "claim") return this.claim();
    if (event.kind === "cancel") return this.replyTo(() => cancelTask({ ctx: caller, input: { taskId } }));
    const late = { taskId, name: "code" };
    if (event.kind === "decline")
      return this.replyTo(() => declineVariable({ ctx: caller, input: { ...late, reason: "No code came." } }));
    if (event.kind === "extend")
      return this.replyTo(() => extendWait({ ctx: caller, input: { ...late, seconds: event.seconds } }));
    if (event.kind === "release") {
      const { held } = await this.read();
      if (this.earlier !== undefined) await cancelTask({ ctx: caller, input: { taskId: this.earlier } });
      return held ? "done" : "gone";
    }
    if (!this.worker) return "gone";
    const ctx = this.worker;
    if (event.kind === "lose") {
      await retireWorker({ ctx });
      const { returned, failed } = await recoverTasks({ ctx: inProcess(system, "worker") });
      return returned + failed > 0 ? "done" : "gone";
    }
    const held = { taskId, accountId: caller.actor.accountId, fence: event.fence };
    switch (event.kind) {
      case "begin":
        return (await beginStep({ ctx, input: { ...held, begun: begun(1, { maySubmit: event.maySubmit }) } }))
          ? "done"
          : "gone";
      case "take": {
        const input = { ...held, name: "code", timeoutSeconds: event.timeout };
        const { status } = await takeVariable({ ctx, input });
        return status === "taken" ? "done" : status;
      }
      case "ask again": {
        const { status } = await askAgain({
          ctx,
          input: { ...held, name: "code", max: maxAttempts, reason: "refused" },
        });
        return status === "open" ? "done" : status;
      }
      case "ask anew": {
        const { status } = await askAgain({ ctx, input: { ...held, name: "code", max: 1, reason: "used" } });
        return status === "open" ? "done" : status;
      }
      case "return":
        return (await returnTask({ ctx, input: { ...held, lost: event.lost } })) ? "done" : "gone";
      case "ready":
        return this.ended(await finishTask({ ctx, input: { ...held, outcome: { ready: emptySolution } } }));
      case "fail":
      case "expire": {
        const code = event.kind === "fail" ? "ERROR_STEP_FAILED" : "ERROR_VARIABLE_TIMEOUT";
        const outcome = { failed: { code, description: "" } } as const;
        const only = event.kind === "expire" ? { unlessSupplied: "code" } : {};
        return this.ended(await finishTask({ ctx, input: { ...held, outcome, ...only } }));
      }
    }
  }

  private ended({ status }: Ended): Reply {
    return status === "ended" ? "done" : status;
  }

  private async claim(): Promise<Reply> {
    const worker = await newWorker(this.setting.system);
    const claimed = await claimTasks({ ctx: worker, input: { limit: 100 } });
    const mine = claimed.find(({ taskId }) => taskId === this.taskId);
    if (!mine) return "gone";
    this.worker = worker;
    return "done";
  }

  private push(value: unknown): Promise<Reply> {
    return this.replyTo(() =>
      pushVariable({ ctx: this.setting.caller, input: { taskId: this.taskId, name: "code", value } }),
    );
  }

  private async replyTo(call: () => Promise<unknown>): Promise<Reply> {
    try {
      await call();
      return "done";
    } catch (error) {
      return (error as { code: Reply }).code;
    }
  }

  /** What the database holds of it, in the machine's words. */
  async read(): Promise<Stored> {
    const [stored] = await StoredTask.readAll([this]);
    return stored as Stored;
  }

  static async readAll(tasks: StoredTask[]): Promise<Stored[]> {
    return system.sql`
      select t.state, t.held, t.fence, t.may_submit as "maySubmit", v.state as variable, v.attempt, t.error_code as error,
             v.value is null as wiped,
             case when exists (select 1 from ledger_entry where task_id = t.id and kind = 'capture') then 'captured'
                  when exists (select 1 from ledger_entry where task_id = t.id and kind = 'release') then 'released'
                  else 'held' end as money
        from task t join variable v on v.task_id = t.id where t.id = any(${tasks.map(({ taskId }) => taskId)}) order by t.id`;
  }

  /** Moves the end of the wait to where the machine's clock has it: long past, or far ahead. */
  async setDeadline(past: boolean): Promise<void> {
    await this.setting.system.sql`
      update variable set deadline_tick = (select tick from service_clock) + ${past ? 0 : 1}
       where task_id = ${this.taskId} and deadline_tick is not null`;
  }
}

const system = await openTestContext();
const caller = await newCaller(system, { balance: 1_000_000_000n });
const templateName = await newTemplate(system, caller);
const setting = { system, caller, templateName, softId: await newApplication(system, caller) };

test("the statements do what the machine says, event for event", { timeout: size(180_000, 3_600_000) }, async () => {
  await fc.assert(
    fc.asyncProperty(run, fc.boolean(), async (generated, isHeld) => {
      const real = await StoredTask.create(setting, { held: isHeld });
      let task = { ...newMachine, held: isHeld };
      let now = 0;
      for (const { event, age, wait } of generated) {
        now += wait;
        const asked = withFence(event, task, age);
        const [after, reply] = step(task, asked, now, isDeepStrictEqual);
        if (asked.kind === "expire") await real.setDeadline(task.deadline !== null && task.deadline <= now);
        expect(await real.apply(asked), JSON.stringify(asked)).toBe(reply);
        task = after;
        const { state, held, fence, maySubmit, variable, attempt, error, money } = task;
        const wiped = isFinal(state) || variable === "awaited";
        expect(await real.read()).toEqual({ state, held, fence, maySubmit, variable, attempt, error, money, wiped });
      }
      await endAll();
    }),
    { numRuns: size(60, 2_000) },
  );
});

/** Whatever is left must not be claimed by the next run's worker. */
async function endAll(): Promise<void> {
  await setting.system.sql`
      update task set state = 'failed', error_code = 'x', worker_id = null, held = false, given = null, ended_at = now() where ended_at is null`;
}

test("the statements do what the machine says of the tasks of a session", {
  timeout: size(180_000, 3_600_000),
}, async () => {
  let sessions = 0;
  await fc.assert(
    fc.asyncProperty(runOfSession, async (generated) => {
      sessions += 1;
      // An account has at most 200 sessions. All tasks of one that is used again have ended.
      const real = await StoredTask.createSession(setting, 3, `session ${sessions % 100}`);
      let tasks = newSession;
      for (const { place, event, age } of generated) {
        // A worker would claim the other one.
        const others = tasks.filter((_, n) => n !== place);
        if (event.kind === "claim" && others.some((one) => isOpen(one) && one.state === "queued")) continue;
        // Time does not pass here.
        if (event.kind === "release" || event.kind === "expire") continue;
        const asked = withFence(event, tasks[place] as Machine, age);
        const [after, reply] = stepOfSession(tasks, place, asked, 0, isDeepStrictEqual);
        expect(await real[place]?.apply(asked), JSON.stringify({ place, asked })).toBe(reply);
        tasks = after;
        const expected = tasks.map(({ state, held, fence, error }) => ({ state, held, fence, error }));
        expect(await StoredTask.readAll(real)).toMatchObject(expected);
      }
      await endAll();
    }),
    { numRuns: size(30, 1_000) },
  );
});

test("after all that, balances are the sums of the ledger but for what is still held", async () => {
  const accounts = await system.sql`
    select a.available = sum(l.available) as available, a.held = sum(l.held) as held
      from account a join ledger_entry l on l.account_id = a.id group by a.id`;
  expect(accounts).toEqual([{ available: true, held: true }]);
});
