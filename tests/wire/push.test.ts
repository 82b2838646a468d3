import { waitForIt } from "@gatepost/contract/limits";
import { listen } from "@gatepost/db/listen";
import { parseExactJson } from "@gatepost/domain/exact-json";
import { type HandedOver, readHandedOver, valueChannel } from "@gatepost/domain/task/handed-over";
import { typed } from "@gatepost/domain/task/typed";
import { advanceClock } from "@gatepost/domain/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lateCodeSteps, newAccount } from "../factories.ts";
import { newTaskBody, noTask, taskMaker } from "./bodies.ts";
import { type Answer, expectError, expectSuccess } from "./call.ts";
import { openTestWorker, type TestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

/** CONTRACT.md, section 5, row by row, and R8 of QUALITY.md. */

const { operator, call, database } = openWire();
const account = await newAccount(operator, { balance: 100 });
const { clientKey } = account;
const newTask = await taskMaker(call, operator, account);
const taskBody = await newTaskBody(operator, account);
const push = (taskId: number, value: unknown, name = "code"): Promise<Answer> =>
  call("pushAntiGateVariable", { clientKey, taskId, name, value });
const resultOf = async (taskId: number) => (await call("getTaskResult", { clientKey, taskId })).body;
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker(operator);
});

async function newWaitingTask(timeoutSeconds?: number) {
  const taskId = await newTask();
  const task = await worker.claim(taskId);
  await worker.begin(task, 1);
  expect(await worker.take(task, "code", timeoutSeconds)).toMatchObject({ status: "waiting" });
  return { taskId, task };
}

function expectPushed(answer: Answer): void {
  expectSuccess(answer, "pushAntiGateVariable");
  expect(answer.text).toBe('{"errorId":0,"status":"success"}');
}

test("while the task is queued: kept, and the step passes at once when it is reached", async () => {
  const taskId = await newTask();
  expectPushed(await push(taskId, "349001"));
  const task = await worker.claim(taskId);
  await worker.begin(task, 1);
  expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "349001" });
});

test("while the task runs and has not reached the wait: the same", async () => {
  const taskId = await newTask();
  const task = await worker.claim(taskId);
  expectPushed(await push(taskId, "349001"));
  await worker.begin(task, 1);
  expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "349001" });
});

describe("while the worker waits", () => {
  const heard: HandedOver[] = [];
  const heardOf = () => heard.map(({ taskId }) => taskId);
  let stop: () => Promise<void>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      const listener = listen(
        database.workerUrl,
        [valueChannel],
        (_, payload) => heard.push(...readHandedOver(payload)),
        (state) => state === "listening" && resolve(),
      );
      stop = listener.close;
    });
  });
  afterAll(() => stop());

  test("the value is there and the worker is told, before the caller has its answer or a moment later", async () => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, "349001"));
    await expect.poll(heardOf, { timeout: 1_000, interval: 5 }).toContain(taskId);
    expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "349001" });
  });

  test("a short value travels with the word, sealed, and names its wait; a long one does not", async () => {
    const { taskId } = await newWaitingTask();
    expectPushed(await push(taskId, "349001"));
    const { taskId: other } = await newWaitingTask();
    expectPushed(await push(other, "3".repeat(200)));
    await expect.poll(heardOf, { timeout: 1_000, interval: 5 }).toContain(other);
    const carriedOf = (id: number) => heard.find((one) => one.taskId === id)?.carried;
    expect(carriedOf(taskId)?.wait).toMatch(/^1:\d+\.\d{6}$/);
    expect(Buffer.from(carriedOf(taskId)?.sealed ?? "", "base64").toString("latin1")).not.toContain("349001");
    expect(carriedOf(other)).toBeUndefined();
  });

  test("R8: no wake-up is lost: 100 waiting tasks, 100 pushes at once", async () => {
    const waiting = await Promise.all(Array.from({ length: 100 }, () => newTask()));
    const tasks = [];
    for (const taskId of waiting) tasks.push(await worker.claim(taskId));
    await Promise.all(tasks.map((task) => worker.begin(task, 1)));
    await Promise.all(tasks.map((task) => worker.take(task, "code")));
    for (const answer of await Promise.all(waiting.map((taskId) => push(taskId, taskId)))) expectPushed(answer);
    await expect.poll(() => waiting.filter((taskId) => !heardOf().includes(taskId)), { timeout: 2_000 }).toEqual([]);
    const taken = await Promise.all(tasks.map((task) => worker.take(task, "code")));
    expect(taken).toEqual(waiting.map((value) => ({ status: "taken", value })));
  });
});

describe("again", () => {
  test("the same value is a success that changes nothing, before it is taken and after", async () => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, "349001"));
    expectPushed(await push(taskId, "349001"));
    const before = await operator.db.prisma.variable.findMany({ where: { taskId } });
    expectPushed(await push(taskId, "349001"));
    expect(await operator.db.prisma.variable.findMany({ where: { taskId } })).toEqual(before);
    expect(await worker.take(task, "code")).toMatchObject({ status: "taken" });
    expectPushed(await push(taskId, "349001"));
    expect(await worker.take(task, "code"), "it is still the worker's").toEqual({ status: "taken", value: "349001" });
  });

  test("another value replaces one that was not taken, in the order of the answers", async () => {
    const taskId = await newTask();
    for (const value of ["1", "2", "1", "3"]) expectPushed(await push(taskId, value));
    const task = await worker.claim(taskId);
    expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "3" });
  });

  test("another value, where a worker waits, comes too late: the push itself hands the first one over", async () => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, "1"));
    expectError(await push(taskId, "2"), "ERROR_VARIABLE_ALREADY_SET");
    expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "1" });
  });

  test("another value, after the worker has taken one, is refused and changes nothing", async () => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, "1"));
    await worker.take(task, "code");
    expectError(await push(taskId, "2"), "ERROR_VARIABLE_ALREADY_SET");
    expect(await worker.take(task, "code")).toEqual({ status: "taken", value: "1" });
  });

  test.for([
    ["members in another order", '{"a":1,"b":[2,{"c":3,"d":4}]}', '{"b":[2,{"d":4,"c":3}],"a":1}'],
    ["a number written in another way", "1", "1.0e0"],
    ["a character written as an escape", '"é"', '"\\u00e9"'],
    ["spaces between", "[1,2]", "[ 1 , 2 ]"],
    ["a number with more digits than JavaScript holds", "[9007199254740993]", "[9007199254740993.0]"],
    ["a number beyond those of JavaScript", "1e400", "10.0E399"],
  ] as const)("the same is deep equality of the JSON: %s", async ([, first, second]) => {
    const { taskId, task } = await newWaitingTask();
    const raw = (value: string) =>
      call(
        "pushAntiGateVariable",
        Buffer.from(`{"clientKey":"${clientKey}","taskId":${taskId},"name":"code","value":${value}}`),
      );
    expectPushed(await raw(first));
    await worker.take(task, "code");
    expectPushed(await raw(second));
  });

  test.for([
    ["1", 1],
    [0, false],
    ["", null],
    [null, "null"],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: null }],
    [[], {}],
    [JSON.rawJSON("9007199254740993"), 9_007_199_254_740_992],
    [JSON.rawJSON("1e400"), JSON.rawJSON("1e401")],
  ])("values of other kinds are other values: %j, %j", async ([first, second]) => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, first));
    await worker.take(task, "code");
    expectError(await push(taskId, second), "ERROR_VARIABLE_ALREADY_SET");
  });
});

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

  test("is also one whose value was given when the task was created, and that is said too", async () => {
    const taskId = await newTask({ variables: { code: "given" } });
    expectError(await push(taskId, "1"), "ERROR_VARIABLE_NOT_EXPECTED");
  });

  test("is told from its like by every letter", async () => {
    const taskId = await newTask();
    for (const name of ["Code", "code ", "cоde", "toString"])
      expectError(await push(taskId, "1", name), "ERROR_VARIABLE_NOT_EXPECTED");
  });
});

describe("after the end", () => {
  test("the answer is ERROR_TASK_FINISHED, whatever the value, and says when one was taken", async () => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, "349001"));
    await worker.take(task, "code");
    await worker.finish(task);
    for (const value of ["349001", "other", null]) {
      const answer = await push(taskId, value);
      expectError(answer, "ERROR_TASK_FINISHED");
      expect(answer.body.errorDescription).toMatch(/taken at \d{4}-\d{2}-\d{2}T/);
    }
    expectError(await push(taskId, "1", "no_such_name"), "ERROR_TASK_FINISHED");
  });

  test("it says that none was taken where none was", async () => {
    const { taskId, task } = await newWaitingTask();
    await worker.fail(task, "ERROR_VARIABLE_TIMEOUT");
    const answer = await push(taskId, "349001");
    expectError(answer, "ERROR_TASK_FINISHED");
    expect(answer.body.errorDescription).toMatch(/no value .*taken/i);
  });
});

test("another account's task is answered like one that does not exist", async () => {
  const { clientKey } = await newAccount(operator);
  const taskId = await newTask();
  const foreign = await call("pushAntiGateVariable", { clientKey, taskId, name: "code", value: 1 });
  expectError(foreign, "ERROR_NO_SUCH_CAPCHA_ID");
  const missing = await call("pushAntiGateVariable", { clientKey, taskId: noTask, name: "code", value: 1 });
  expect(foreign.text).toBe(missing.text);
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

  test("is held against the value as a page gets it", async () => {
    expectPushed(await push(await (await shaped)(), 349_001));
  });
});

describe("R8: 16 pushes at once", () => {
  test("of different values before the wait is reached: each succeeds, and one of them is taken", async () => {
    const taskId = await newTask();
    const values = Array.from({ length: 16 }, (_, n) => `v${n}`);
    for (const answer of await Promise.all(values.map((value) => push(taskId, value)))) expectPushed(answer);
    const taken = await worker.take(await worker.claim(taskId), "code");
    expect(values).toContain(taken.status === "taken" && taken.value);
  });

  test("of different values while the worker waits: one succeeds and is taken, the others are told so", async () => {
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

  test("while the worker takes: whoever is refused lost to the one that was taken, whoever succeeded came before it or equals it", async () => {
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

/** R7 of QUALITY.md says 10,000 rounds; here a few of each kind, so that the rule itself is in every run. */
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
