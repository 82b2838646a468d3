import { advanceClock } from "@gatepost/domain/platform/testing";
import { describe, expect, test } from "vitest";
import { expectError } from "./call.ts";
import { expectPushed, openPush } from "./push-setup.ts";

const { newTask, newWaitingTask, operator, push, resultOf, worker } = await openPush();

describe("R8: 16 pushes at once", () => {
  test("of different values before the wait is reached: each succeeds, and one of them is taken", async () => {
    const taskId = await newTask();
    const values = Array.from({ length: 16 }, (_, n) => `v${n}`);
    for (const answer of await Promise.all(values.map((value) => push(taskId, value)))) expectPushed(answer);
    const taken = await worker.take(await worker.claim(taskId), "code");
    expect(values).toContain(taken.status === "taken" && taken.value);
  });

  test("of different values while the worker waits: one succeeds and is taken, the others are refused", async () => {
    const { taskId, task } = await newWaitingTask();
    const values = Array.from({ length: 16 }, (_, n) => `v${n}`);
    const answers = await Promise.all(values.map((value) => push(taskId, value)));
    const won = answers.findIndex(({ body }) => body.errorId === 0);
    for (const [n, answer] of answers.entries()) {
      if (n === won) expectPushed(answer);
      else expectError(answer, "ERROR_VARIABLE_ALREADY_SET");
    }
    expect(await worker.take(task, "code")).toEqual({ status: "taken", value: values[won] });
  });

  test("while the worker takes: a refused push lost to the one that was taken, a successful one came before it or equals it", async () => {
    for (let round = 0; round < 10; round++) {
      const { taskId, task } = await newWaitingTask();
      const values = Array.from({ length: 16 }, (_, n) => `v${n}`);
      const pushes = values.map((value) => push(taskId, value));
      const taking = (async () => {
        for (;;) {
          const taken = await worker.take(task, "code");
          if (taken.status === "taken") return taken.value as string;
        }
      })();
      const answers = await Promise.all(pushes);
      const value = await taking;
      for (const [n, answer] of answers.entries()) {
        if (answer.body.errorId === 0) continue;
        expectError(answer, "ERROR_VARIABLE_ALREADY_SET");
        expect(values[n], "the value that was taken was not refused").not.toBe(value);
      }
      expect(answers[values.indexOf(value)]?.body.errorId).toBe(0);
      expect(await worker.take(task, "code")).toEqual({ status: "taken", value });
    }
  });

  test("of one value, with the end of the task among them: each is a success or ERROR_TASK_FINISHED", async () => {
    const { taskId, task } = await newWaitingTask();
    const pushes = Array.from({ length: 16 }, () => push(taskId, "349001"));
    const ended = await worker.fail(task, "ERROR_STEP_FAILED");
    expect(ended.status).toBe("ended");
    for (const answer of await Promise.all(pushes)) {
      if (answer.body.errorId !== 0) expectError(answer, "ERROR_TASK_FINISHED");
    }
    expect(await resultOf(taskId)).toMatchObject({ errorCode: "ERROR_STEP_FAILED" });
  });
});

/** Row R7 of docs/quality.md says 10,000 rounds. Every run makes a few of each kind, to check the rule itself. */
test("a push and a time-out cannot both win: the answer agrees with the task's end", { timeout: 60_000 }, async () => {
  const ends = new Set<string>();
  for (let round = 0; round < 40 || (ends.size < 2 && round < 400); round++) {
    const { taskId, task } = await newWaitingTask(0);
    const last = performance.now() + 20;
    const giveUp = async () => {
      while (performance.now() < last) await new Promise(setImmediate);
      // The tick that ends the wait, if it has not come by itself.
      await advanceClock(operator, 1);
      for (;;) {
        const ended = await worker.giveUp(task, "code");
        if (ended.status !== "early") return ended.status;
      }
    };
    const late = async () => {
      // Aimed at that tick, earlier or later in turn, and wider while only one of them has won.
      while (performance.now() < last + ((round % 11) - 5) * (1 + round / 40)) await new Promise(setImmediate);
      return push(taskId, "349001");
    };
    const [end, answer] = await Promise.all([giveUp(), late()]);
    ends.add(end);
    if (end === "supplied") {
      expectPushed(answer);
      expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "349001" });
    } else {
      expect(end).toBe("ended");
      expectError(answer, "ERROR_TASK_FINISHED");
      expect(await resultOf(taskId)).toMatchObject({ errorCode: "ERROR_VARIABLE_TIMEOUT" });
    }
  }
  expect([...ends].sort(), "each of them has won").toEqual(["ended", "supplied"]);
});
