import { size } from "@gatepost/domain/platform/test-size";
import { advanceClock } from "@gatepost/domain/platform/testing";
import { expect, test } from "vitest";
import { expectError, expectSuccess } from "./call.ts";
import { openPush } from "./push-setup.ts";

/** Calls about one task at once, and with its worker. What else they do is checked by packages/conformance. */

const { call, clientKey, newWaitingTask, operator, push, resultOf, worker } = await openPush();

const decline = (taskId: number) =>
  call("declineVariable", { clientKey, taskId, name: "code", reason: "I did not ask for it." });
const extend = (taskId: number, seconds: number) => call("extendWait", { clientKey, taskId, name: "code", seconds });

/** At least so many rounds of each race. */
const rounds = size(5, 30);

test("a decline and pushes at once: exactly one wins, and the task's end agrees", async () => {
  const ends = new Set<string>();
  for (let round = 0; round < rounds || (ends.size < 2 && round < 200); round++) {
    const { taskId, task } = await newWaitingTask();
    const [pushed, declined] = await Promise.all(
      round % 2 ? [push(taskId, "349001"), decline(taskId)] : [decline(taskId), push(taskId, "349001")].toReversed(),
    );
    if (pushed?.body.errorId === 0) {
      expectError(declined as never, "ERROR_VARIABLE_ALREADY_SET");
      expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "349001" });
      ends.add("pushed");
    } else {
      expectError(pushed as never, "ERROR_TASK_FINISHED");
      expectSuccess(declined as never, "declineVariable");
      expect(await resultOf(taskId)).toMatchObject({ errorCode: "ERROR_TASK_CANCELED" });
      ends.add("declined");
    }
  }
  expect([...ends].sort(), "each of them has won").toEqual(["declined", "pushed"]);
});

test("an extension and a timeout cannot both win", async () => {
  const ends = new Set<string>();
  for (let round = 0; round < rounds || (ends.size < 2 && round < 200); round++) {
    const { taskId, task } = await newWaitingTask(0);
    await advanceClock(operator, 2);
    const giveUp = worker.giveUp(task, "code");
    const [end, answer] = await Promise.all([giveUp, extend(taskId, 600)]);
    ends.add(end.status);
    if (answer.body.errorId === 0) expect(end).toEqual({ status: "early" });
    else {
      expectError(answer, "ERROR_TASK_FINISHED");
      expect(end).toEqual({ status: "ended" });
    }
  }
  expect(ends).toContain("ended");
});
