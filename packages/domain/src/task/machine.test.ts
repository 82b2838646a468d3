import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KeyContext, WorkerContext } from "../permission.ts";
import { size } from "../test-size.ts";
import {
  emptySolution,
  inProcess,
  newApplication,
  newCaller,
  newTemplate,
  newWorker,
  openTestContext,
  type TestContext,
} from "../testing.ts";
import { retireWorker } from "../worker/retire-worker.ts";
import { askAgain } from "./ask-again.ts";
import { maxClaims } from "./attempts.ts";
import { beginStep } from "./begin-step.ts";
import { cancelTask } from "./cancel-task.ts";
import { claimTasks } from "./claim-tasks.ts";
import { createTask } from "./create-task.ts";
import { declineVariable } from "./decline-variable.ts";
import type { Ended } from "./end-tasks.ts";
import { extendWait } from "./extend-wait.ts";
import { finishTask } from "./finish-task.ts";
import {
  type Event,
  isOpen,
  type Machine,
  maxAttempts,
  newMachine,
  type Reply,
  step,
  stepOfSession,
} from "./machine.ts";
import { pushVariable } from "./push-variable.ts";
import { recoverTasks } from "./recover-tasks.ts";
import { returnTask } from "./return-task.ts";
import { isFinal, mayMove } from "./states.ts";
import { takeVariable } from "./take-variable.ts";

/** A generated event. Its fence is relative to the task's, so that old fences occur often. */
type Generated = { event: Event; age: number; wait: number };

const value = fc.constantFrom<unknown>("1", 1, null, { a: 1 });
const generatedEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Event>({ kind: "claim" }) },
  { weight: 3, arbitrary: fc.boolean().map((maySubmit): Event => ({ kind: "begin", fence: 0, maySubmit })) },
  { weight: 4, arbitrary: fc.constant<Event>({ kind: "take", fence: 0, timeout: 100 }) },
  { weight: 4, arbitrary: value.map((generated): Event => ({ kind: "push", value: generated })) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: "ready", fence: 0 }) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: "fail", fence: 0, error: "ERROR_STEP_FAILED" }) },
  { weight: 2, arbitrary: fc.constant<Event>({ kind: "expire", fence: 0 }) },
  { weight: 1, arbitrary: fc.boolean().map((lost): Event => ({ kind: "return", fence: 0, lost })) },
  { weight: 2, arbitrary: fc.constant<Event>({ kind: "lose" }) },
  { weight: 2, arbitrary: fc.constant<Event>({ kind: "ask again", fence: 0 }) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: "ask anew", fence: 0 }) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: "cancel" }) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: "decline" }) },
  { weight: 2, arbitrary: fc.constantFrom(1, 200).map((seconds): Event => ({ kind: "extend", seconds })) },
);
const run = fc.array(
  fc.record<Generated>({
    event: generatedEvent,
    age: fc.constantFrom(0, 0, 0, 0, 1),
    wait: fc.constantFrom(0, 10, 60, 150),
  }),
  { minLength: 4, maxLength: 32 },
);

function withFence(event: Event, task: Machine, age: number): Event {
  return "fence" in event ? { ...event, fence: task.fence - age } : event;
}

test("R15: in 10,000 runs with a clock of their own no rule of a task's life is broken", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(run, fc.boolean(), (generated, held) => {
      let task = { ...newMachine, held };
      let now = 0;
      for (const { event, age, wait } of generated) {
        now += wait;
        const before = task;
        const asked = withFence(event, before, age);
        const [after, reply] = step(before, asked, now, isDeepStrictEqual);

        if (after.state !== before.state) expect(mayMove(before.state, after.state)).toBe(true);
        if (isFinal(before.state)) expect(after).toEqual(before);
        if (isFinal(after.state)) expect(after.value).toBeUndefined();
        expect(after.fence).toBeGreaterThanOrEqual(before.fence);
        if ("fence" in asked && asked.fence !== before.fence) expect([after, reply]).toEqual([before, "gone"]);
        // Nobody runs a held task, and none is held again.
        if (before.held) expect(after.claims).toBe(before.claims);
        if (after.held) expect([before.held, after.state]).toEqual([true, "queued"]);
        // Once something may have been submitted, the task is never in the queue again.
        if (before.maySubmit) expect(after.state).not.toBe("queued");
        // An acknowledged value is there until the end, or until a newer one replaces it.
        if (before.variable !== "awaited" && !isFinal(after.state) && !event.kind.startsWith("ask "))
          expect(after.variable).not.toBe("awaited");
        expect(after.attempt).toBeLessThanOrEqual(maxAttempts);
        // No loss brings a task back that was claimed too often.
        if (before.claims >= maxClaims && event.kind === "lose") expect(after.state).not.toBe("queued");
        // Whoever declines never ends a task whose value a worker has.
        if (event.kind === "decline" && before.variable === "taken") expect(after).toEqual(before);
        // More time never makes a wait shorter.
        if (event.kind === "extend" && before.deadline !== null)
          expect(after.deadline ?? 0).toBeGreaterThanOrEqual(before.deadline);
        // A wait ends by time only after its deadline, and never over a value that was acknowledged.
        if (after.error === "ERROR_VARIABLE_TIMEOUT" && before.error === null && event.kind === "expire") {
          expect(before.variable).toBe("awaited");
          expect(before.deadline ?? 0).toBeLessThanOrEqual(now);
        }
        expect(after.money).toBe(isFinal(after.state) ? (after.error ? "released" : "captured") : "held");
        task = after;
      }
    }),
    { numRuns: 10_000 },
  );
});

const runOfSession = fc.array(
  fc.record({ place: fc.nat({ max: 2 }), event: generatedEvent, age: fc.constantFrom(0, 0, 0, 0, 1) }),
  { minLength: 8, maxLength: 48 },
);

/** Three tasks of one session as they are created: the first one is let into the queue. */
const newSession: Machine[] = [newMachine, { ...newMachine, held: true }, { ...newMachine, held: true }];

test("R15: in 10,000 runs two tasks of one session are never open at once, and none is forgotten", () => {
  fc.assert(
    fc.property(runOfSession, (generated) => {
      let tasks = newSession;
      for (const { place, event, age } of generated) {
        // The tasks themselves are let into the queue, and by nothing else.
        if (event.kind === "release") continue;
        const asked = withFence(event, tasks[place] as Machine, age);
        const [after] = stepOfSession(tasks, place, asked, 0, isDeepStrictEqual);
        const open = after.filter(isOpen);
        expect(open.length).toBeLessThanOrEqual(1);
        if (open.length === 0) expect(after.every(({ state }) => isFinal(state))).toBe(true);
        // A task of the session that may have submitted something is never run again, whatever comes after it.
        for (const [n, { maySubmit }] of tasks.entries()) if (maySubmit) expect(after[n]?.state).not.toBe("queued");
        tasks = after;
      }
    }),
    { numRuns: 10_000 },
  );
});

let system: TestContext;
let caller: KeyContext;
let template: string;
let softId: number;

beforeAll(async () => {
  system = await openTestContext();
  caller = await newCaller(system, { balance: 1_000_000_000n });
  template = await newTemplate(system, caller);
  softId = await newApplication(system, caller);
});
afterAll(() => system?.close());

const aTask = (session: string | undefined) => ({
  ...{ websiteURL: "http://127.0.0.1/", templateName: template, variables: { code: "_WAIT_FOR_IT_" } },
  session,
});

/** One task in PostgreSQL, driven by the verbs that doors and workers call. */
class RealTask {
  private worker: WorkerContext | undefined;

  readonly taskId: number;

  /** The earlier task of its session, if it is held. */
  private readonly earlier: number | undefined;

  private constructor(taskId: number, earlier: number | undefined) {
    this.taskId = taskId;
    this.earlier = earlier;
  }

  static async create({ held = false } = {}): Promise<RealTask> {
    const session = held ? "held" : undefined;
    const create = async () => (await createTask({ ctx: caller, input: { task: aTask(session), softId } })).taskId;
    const earlier = held ? await create() : undefined;
    return new RealTask(await create(), earlier);
  }

  /** The tasks of a session of their own. */
  static async createSession(count: number, session: string): Promise<RealTask[]> {
    const tasks: RealTask[] = [];
    for (let n = 0; n < count; n++) {
      const { taskId } = await createTask({ ctx: caller, input: { task: aTask(session), softId } });
      tasks.push(new RealTask(taskId, undefined));
    }
    return tasks;
  }

  async apply(event: Event): Promise<Reply> {
    const { taskId } = this;
    if (event.kind === "push") return this.push(event.value);
    if (event.kind === "claim") return this.claim();
    if (event.kind === "cancel") return this.replyTo(() => cancelTask({ ctx: caller, input: { taskId } }));
    const late = { taskId, name: "code" };
    if (event.kind === "decline")
      return this.replyTo(() => declineVariable({ ctx: caller, input: { ...late, reason: "No code came." } }));
    if (event.kind === "extend")
      return this.replyTo(() => extendWait({ ctx: caller, input: { ...late, seconds: event.seconds } }));
    if (event.kind === "release") {
      const { held } = await this.look();
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
        return (await beginStep({ ctx, input: { ...held, step: 1, maySubmit: event.maySubmit } })) ? "done" : "gone";
      case "take": {
        const input = { ...held, name: "code", timeoutSeconds: event.timeout };
        const { status } = await takeVariable({ ctx, input });
        return status === "taken" ? "done" : status;
      }
      case "ask again": {
        const { status } = await askAgain({ ctx, input: { ...held, name: "code", max: maxAttempts } });
        return status === "open" ? "done" : status;
      }
      case "ask anew": {
        const { status } = await askAgain({ ctx, input: { ...held, name: "code", max: 1, anew: true } });
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

  private push(value: unknown): Promise<Reply> {
    return this.replyTo(() => pushVariable({ ctx: caller, input: { taskId: this.taskId, name: "code", value } }));
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
  async look(): Promise<
    Pick<Machine, "state" | "held" | "fence" | "maySubmit" | "variable" | "attempt" | "error" | "money"> & {
      wiped: boolean;
    }
  > {
    const { rows } = await system.db.pool.query(
      `select t.state, coalesce(t.worker_id = 0, false) as held, t.fence, t.may_submit as "maySubmit", v.state as variable, v.attempt, t.error_code as error, v.value is null as wiped,
              case when exists (select 1 from ledger_entry where task_id = t.id and kind = 'capture') then 'captured'
                   when exists (select 1 from ledger_entry where task_id = t.id and kind = 'release') then 'released'
                   else 'held' end as money
         from task t join variable v on v.task_id = t.id where t.id = $1`,
      [this.taskId],
    );
    return rows[0];
  }

  /** Moves the end of the wait to where the machine's clock has it: long past, or far ahead. */
  async setDeadline(past: boolean): Promise<void> {
    await system.db.pool.query(
      `update variable set deadline_tick = (select tick from service_clock) + $2
        where task_id = $1 and deadline_tick is not null`,
      [this.taskId, past ? 0 : 1],
    );
  }
}

test("the statements do what the machine says, event for event", { timeout: size(180_000, 3_600_000) }, async () => {
  await fc.assert(
    fc.asyncProperty(run, fc.boolean(), async (generated, isHeld) => {
      const real = await RealTask.create({ held: isHeld });
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
        expect(await real.look()).toEqual({ state, held, fence, maySubmit, variable, attempt, error, money, wiped });
      }
      await endAll();
    }),
    { numRuns: size(60, 2_000) },
  );
});

/** Whatever is left must not be claimed by the next run's worker. */
async function endAll(): Promise<void> {
  await system.db.pool.query(
    "update task set state = 'failed', error_code = 'x', worker_id = null, given = null, ended_at = now() where ended_at is null",
  );
}

test("the statements do what the machine says of the tasks of a session", {
  timeout: size(180_000, 3_600_000),
}, async () => {
  let sessions = 0;
  await fc.assert(
    fc.asyncProperty(runOfSession, async (generated) => {
      sessions += 1;
      const real = await RealTask.createSession(3, `session ${sessions}`);
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
        for (const [n, { state, held, fence, error }] of tasks.entries())
          expect(await real[n]?.look()).toMatchObject({ state, held, fence, error });
      }
      await endAll();
    }),
    { numRuns: size(30, 1_000) },
  );
});

test("after all that, balances are the sums of the ledger but for what is still held", async () => {
  const { rows } = await system.db.pool.query(
    `select a.available = sum(l.available) as available, a.held = sum(l.held) as held
       from account a join ledger_entry l on l.account_id = a.id group by a.id`,
  );
  expect(rows).toEqual([{ available: true, held: true }]);
});
