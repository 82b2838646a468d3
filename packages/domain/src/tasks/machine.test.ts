import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { test } from "vitest";
import { maxClaims } from "./finish-task.ts";
import { newSession, run, runOfSession, withFence } from "./machine-events-testing.ts";
import { isOpen, type Machine, maxAttempts, newMachine, step, stepOfSession } from "./machine-testing.ts";
import { isFinal, type TaskState } from "./states.ts";

/** To which states a task may change. What is asserted a million times is not by `expect`, which takes five times as long. */
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

        if (after.state !== before.state) assert.ok(next[before.state].includes(after.state));
        if (isFinal(before.state)) assert.deepEqual(after, before);
        if (isFinal(after.state)) assert.equal(after.value, undefined);
        assert.ok(after.fence >= before.fence);
        if ("fence" in asked && asked.fence !== before.fence) assert.deepEqual([after, reply], [before, "gone"]);
        // Nobody runs a held task, and none is held again.
        if (before.held) assert.equal(after.claims, before.claims);
        if (after.held) assert.deepEqual([before.held, after.state], [true, "queued"]);
        // Once something may have been submitted, the task is never in the queue again.
        if (before.maySubmit) assert.notEqual(after.state, "queued");
        // An acknowledged value is there until the end, or until a newer one replaces it.
        if (before.variable !== "awaited" && !isFinal(after.state) && !event.kind.startsWith("ask "))
          assert.notEqual(after.variable, "awaited");
        assert.ok(after.attempt <= maxAttempts);
        // No loss brings a task back that was claimed too often.
        if (before.claims >= maxClaims && event.kind === "lose") assert.notEqual(after.state, "queued");
        // Whoever declines never ends a task whose value a worker has.
        if (event.kind === "decline" && before.variable === "taken") assert.deepEqual(after, before);
        // More time never makes a wait shorter.
        if (event.kind === "extend" && before.deadline !== null) assert.ok((after.deadline ?? 0) >= before.deadline);
        // A wait ends by time only after its deadline, and never over a value that was acknowledged.
        if (after.error === "ERROR_VARIABLE_TIMEOUT" && before.error === null && event.kind === "expire") {
          assert.equal(before.variable, "awaited");
          assert.ok((before.deadline ?? 0) <= now);
        }
        assert.equal(after.money, isFinal(after.state) ? (after.error ? "released" : "captured") : "held");
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
        assert.ok(open.length <= 1);
        if (open.length === 0) assert.ok(after.every(({ state }) => isFinal(state)));
        // A task of the session that may have submitted something is never run again, whatever comes after it.
        for (const [n, { maySubmit }] of tasks.entries()) if (maySubmit) assert.notEqual(after[n]?.state, "queued");
        tasks = after;
      }
    }),
    { numRuns: 10_000 },
  );
});
