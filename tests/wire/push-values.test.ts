import { waitForIt } from "@gatepost/contract/limits";
import { parseExactJson } from "@gatepost/domain/platform/exact-json";
import { typed } from "@gatepost/domain/waits/prompt";
import { describe, expect, test } from "vitest";
import { lateCodeSteps } from "../factories.ts";
import { taskMaker } from "./bodies.ts";
import { expectError } from "./call.ts";
import { expectPushed, openPush } from "./push-setup.ts";

const { account, call, clientKey, newTask, newWaitingTask, operator, push, taskBody, worker } = await openPush();

test.for([null, false, 0, "", waitForIt, true, -1.5, 1e300, "349001", [], [null], {}, { a: { b: "c" } }, "😀\u0000\n"])(
  "presence is what counts, any JSON is a value: %j",
  async (value) => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, value));
    expect(await worker.take(task, "code")).toEqual({ status: "taken", value });
  },
);

test.for(["9007199254740993", "12345678901234567890", "1e400", "1.10", "-0", '{"a":[1.10,{"b":1E5}]}'])(
  "F1: the worker gets %s as it was sent, by a push and at creation",
  async (text) => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, parseExactJson(text)));
    const taken = await worker.take(task, "code");
    expect(taken.status === "taken" && typed(taken.value)).toBe(text);
    const given = await worker.claim(await newTask({ variables: { code: parseExactJson(text) } }));
    expect(typed(given.given.code)).toBe(text);
  },
);

test.for(['"\\ud83d"', '["a\\udca9"]', '{"\\ud83d":1}'])("a lone surrogate is refused: %s", async (text) => {
  const value = JSON.parse(text) as unknown;
  const taskId = await newTask();
  expectError(await push(taskId, value), "ERROR_BAD_REQUEST");
  const created = await call("createTask", taskBody({ variables: { code: value } }));
  expectError(created, "ERROR_BAD_REQUEST");
  expect(created.body.errorDescription).toContain("lone surrogates");
});

test("without a value there is nothing to push", async () => {
  const answer = await call("pushAntiGateVariable", { clientKey, taskId: await newTask(), name: "code" });
  expectError(answer, "ERROR_BAD_REQUEST");
  expect(answer.body.errorDescription).toContain("value");
});

test.for([undefined, null, 1, {}, ["code"]])("name must be a string: %j", async (name) => {
  const answer = await call("pushAntiGateVariable", { clientKey, taskId: await newTask(), name, value: 1 });
  expectError(answer, "ERROR_BAD_REQUEST");
  expect(answer.body.errorDescription).toContain("name");
});

describe("a variable that is not a late one of this task", () => {
  test("is refused, and those that it has are listed", async () => {
    const taskId = await newTask();
    const answer = await push(taskId, "1", "no_such_name");
    expectError(answer, "ERROR_VARIABLE_NOT_EXPECTED");
    expect(answer.body.errorDescription).toContain("code");
  });

  test("is also a variable whose value was given when the task was created, and the error says so", async () => {
    const taskId = await newTask({ variables: { code: "given" } });
    expectError(await push(taskId, "1"), "ERROR_VARIABLE_NOT_EXPECTED");
  });

  test("is distinguished from similar ones by every letter", async () => {
    const taskId = await newTask();
    for (const name of ["Code", "code ", "cоde", "toString"])
      expectError(await push(taskId, "1", name), "ERROR_VARIABLE_NOT_EXPECTED");
  });
});

describe("a declared shape", () => {
  const shaped = taskMaker(call, operator, account, [
    { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" }, pattern: { permanent: "[0-9]{6}" } },
    ...lateCodeSteps.slice(1),
  ]);

  test.for(["34900", "3490011", " 349001", "349001\n", "abcdef", "", null, 34900, ["349001"]])(
    "refuses what breaks it, and the wait stays open: %j",
    async (value) => {
      const taskId = await (await shaped)();
      const answer = await push(taskId, value);
      expectError(answer, "ERROR_VARIABLE_REFUSED");
      expectPushed(await push(taskId, "349001"));
    },
  );

  test("is checked against the value as it is typed into a page", async () => {
    expectPushed(await push(await (await shaped)(), 349_001));
  });
});
