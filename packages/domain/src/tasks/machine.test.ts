import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { test } from "vitest";
import { maxClaims } from "./finish-task.ts";
import { isOpen, type Machine, maxAttempts, newSession, run, step, withFence } from "./machine-testing.ts";
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
    fc.property(run, (generated) => {
      let tasks = newSession;
      let now = 0;
      for (const { place, event, age, wait } of generated) {
        now += wait;
        const before = tasks[place] as Machine;
        const asked = withFence(event, before, age);
        const [all, reply] = step(tasks, place, asked, now, isDeepStrictEqual);
        const after = all[place] as Machine;

        if (after.state !== before.state) assert.ok(next[before.state].includes(after.state));
        if (isFinal(before.state)) assert.deepEqual(after, before);
        if (isFinal(after.state)) assert.equal(after.value, undefined);
        assert.ok(after.fence >= before.fence);
        if ("fence" in asked && asked.fence !== before.fence) assert.deepEqual([after, reply], [before, "gone"]);
        // Nobody runs a held task, and none is held again.
        if (before.held) assert.equal(after.claims, before.claims);
        if (after.held) assert.deepEqual([before.held, after.state], [true, "queued"]);
        // Once something may have been submitted, the task is never in the queue again, whatever comes after it.
        for (const [n, { maySubmit }] of tasks.entries()) if (maySubmit) assert.notEqual(all[n]?.state, "queued");
        // Two tasks of one session are never open at once, and each is run.
        const open = all.filter(isOpen);
        assert.ok(open.length <= 1);
        if (open.length === 0) assert.ok(all.every(({ state }) => isFinal(state)));
        // An acknowledged value is there until the end, or until a newer one replaces it.
        if (before.variable !== "awaited" && !isFinal(after.state) && !event.kind.startsWith("ask "))
          assert.notEqual(after.variable, "awaited");
        assert.ok(after.attempt <= maxAttempts);
        // No loss brings a task back that was claimed too often. One that its worker returned is in the queue, and not lost.
        if (before.claims >= maxClaims && event.kind === "lose" && reply === "done")
          assert.notEqual(after.state, "queued");
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
        tasks = all;
      }
    }),
    { numRuns: 10_000 },
  );
});
