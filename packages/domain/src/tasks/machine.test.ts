import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { maxClaims } from "./finish-task.ts";
import { newSession, run, runOfSession, withFence } from "./machine-events-testing.ts";
import { isOpen, type Machine, maxAttempts, newMachine, step, stepOfSession } from "./machine-testing.ts";
import { isFinal, type TaskState } from "./states.ts";

/** To which states a task may change. */
const next: Record<TaskState, readonly TaskState[]> = {
  queued: ["running", "failed"],
  running: ["waiting", "ready", "failed", "queued"],
  waiting: ["running", "failed", "queued"],
  ready: [],
  failed: [],
};

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

        if (after.state !== before.state) expect(next[before.state]).toContain(after.state);
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

test("R15: in 10,000 runs, two tasks of one session are never open at once, and each is run", () => {
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
