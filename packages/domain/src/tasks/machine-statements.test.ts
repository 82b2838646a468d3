import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { WorkerContext } from "../platform/context.ts";
import { begun } from "../platform/held-task-testing.ts";
import { size } from "../platform/test-size.ts";
import {
  codeComesLater,
  emptySolution,
  inProcess,
  newApplication,
  newCaller,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { declineVariable, extendWait, pushVariable } from "../waits/answer-wait.ts";
import { askAgain, takeVariable } from "../waits/take-variable.ts";
import { beginStep } from "./begun-steps.ts";
import { cancelTask } from "./cancel-task.ts";
import { claimTasks } from "./claim-tasks.ts";
import type { Ended } from "./end-tasks.ts";
import { finishTask, returnTask } from "./finish-task.ts";
import { recoverTasks } from "./keep-recovering.ts";
import {
  type Event,
  isOpen,
  type Machine,
  maxAttempts,
  newSession,
  type Reply,
  run,
  step,
  withFence,
} from "./machine-testing.ts";
import { isFinal } from "./states.ts";
import { retireWorker } from "./workers.ts";

const system = await openTestContext();
const caller = await newCaller(system, { balance: 1_000_000_000n });
const templateName = await newTemplate(system, caller);
const softId = await newApplication(system, caller);

/** One task in PostgreSQL, driven by the verbs that web and worker processes call. */
class StoredTask {
  private worker: WorkerContext | undefined;
  readonly taskId: number;

  constructor(taskId: number) {
    this.taskId = taskId;
  }

  static async create(session: string): Promise<StoredTask> {
    return new StoredTask(
      await newTask(caller, templateName, { variables: codeComesLater, softId, also: { session } }),
    );
  }

  async apply(event: Event): Promise<Reply> {
    const { taskId } = this;
    if (event.kind === "claim") return this.claim();
    if (event.kind === "cancel") return this.replyTo(() => cancelTask({ ctx: caller, input: { taskId } }));
    const late = { taskId, name: "code" };
    if (event.kind === "push")
      return this.replyTo(() => pushVariable({ ctx: caller, input: { ...late, value: event.value } }));
    if (event.kind === "decline")
      return this.replyTo(() => declineVariable({ ctx: caller, input: { ...late, reason: "No code came." } }));
    if (event.kind === "extend")
      return this.replyTo(() => extendWait({ ctx: caller, input: { ...late, seconds: event.seconds } }));
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
      case "ask again":
      case "ask anew": {
        const asked = event.kind === "ask anew" ? ({ max: 1, reason: "used" } as const) : refusedValue;
        const { status } = await askAgain({ ctx, input: { ...held, name: "code", ...asked } });
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
    const worker = await newWorker(system);
    const claimed = await claimTasks({ ctx: worker, input: { limit: 100 } });
    const mine = claimed.find(({ taskId }) => taskId === this.taskId);
    if (!mine) return "gone";
    this.worker = worker;
    return "done";
  }

  private async replyTo(call: () => Promise<unknown>): Promise<Reply> {
    try {
      await call();
      return "done";
    } catch (error) {
      return (error as { code: Reply }).code;
    }
  }

  /** Moves the end of the wait to where the machine's clock has it: long past, or far ahead. */
  async setDeadline(past: boolean): Promise<void> {
    await system.sql`
      update variable set deadline_tick = (select tick from service_clock) + ${past ? 0 : 1}
       where task_id = ${this.taskId} and deadline_tick is not null`;
  }
}

const refusedValue = { max: maxAttempts, reason: "refused" } as const;

/** What the database holds of the tasks, in the machine's words. */
const read = (tasks: StoredTask[]) => system.sql`
  select t.state, t.held, t.fence, t.may_submit as "maySubmit", v.state as variable, v.attempt, t.error_code as error,
         v.value is null as wiped,
         case when exists (select 1 from ledger_entry where task_id = t.id and kind = 'capture') then 'captured'
              when exists (select 1 from ledger_entry where task_id = t.id and kind = 'release') then 'released'
              else 'held' end as money
    from task t join variable v on v.task_id = t.id where t.id = any(${tasks.map(({ taskId }) => taskId)}) order by t.id`;

test("the statements do what the machine says, event for event", { timeout: size(180_000, 3_600_000) }, async () => {
  let sessions = 0;
  await fc.assert(
    fc.asyncProperty(run, async (generated) => {
      sessions += 1;
      // An account has at most 200 sessions. All tasks of one that is used again have ended.
      const real: StoredTask[] = [];
      for (const _ of newSession) real.push(await StoredTask.create(`session ${sessions % 100}`));
      let tasks = newSession;
      let now = 0;
      for (const { place, event, age, wait } of generated) {
        now += wait;
        const [task, stored] = [tasks[place] as Machine, real[place] as StoredTask];
        // A worker would claim the other one.
        const others = tasks.filter((_, n) => n !== place);
        if (event.kind === "claim" && others.some((one) => isOpen(one) && one.state === "queued")) continue;
        const asked = withFence(event, task, age);
        const [after, reply] = step(tasks, place, asked, now, isDeepStrictEqual);
        if (asked.kind === "expire") await stored.setDeadline(task.deadline !== null && task.deadline <= now);
        expect(await stored.apply(asked), JSON.stringify({ place, asked })).toBe(reply);
        tasks = after;
        const expected = tasks.map(({ state, held, fence, maySubmit, variable, attempt, error, money }) => {
          const wiped = isFinal(state) || variable === "awaited";
          return { state, held, fence, maySubmit, variable, attempt, error, money, wiped };
        });
        expect(await read(real)).toEqual(expected);
      }
      // Whatever is left must not be claimed by the next run's worker.
      await system.sql`
        update task set state = 'failed', error_code = 'x', worker_id = null, held = false, given = null, ended_at = now() where ended_at is null`;
    }),
    { numRuns: size(20, 2_000) },
  );
});

test("after all that, balances are the sums of the ledger but for what is still held", async () => {
  const accounts = await system.sql`
    select a.available = sum(l.available) as available, a.held = sum(l.held) as held
      from account a join ledger_entry l on l.account_id = a.id group by a.id`;
  expect(accounts).toEqual([{ available: true, held: true }]);
});
