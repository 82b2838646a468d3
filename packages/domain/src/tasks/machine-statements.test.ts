import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { size } from "../platform/test-size.ts";
import { newApplication, newCaller, newTemplate, openTestContext } from "../platform/testing.ts";
import { newSession, run, runOfSession, withFence } from "./machine-events-testing.ts";
import { isOpen, type Machine, newMachine, step, stepOfSession } from "./machine-testing.ts";
import { isFinal } from "./states.ts";
import { StoredTask } from "./stored-task-testing.ts";

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
        for (const [n, { state, held, fence, error }] of tasks.entries())
          expect(await real[n]?.read()).toMatchObject({ state, held, fence, error });
      }
      await endAll();
    }),
    { numRuns: size(30, 1_000) },
  );
});

test("after all that, balances are the sums of the ledger but for what is still held", async () => {
  expect(
    await setting.system.sql`
    select a.available = sum(l.available) as available, a.held = sum(l.held) as held
      from account a join ledger_entry l on l.account_id = a.id group by a.id`,
  ).toEqual([{ available: true, held: true }]);
});
