import { waitForIt } from "@gatepost/contract/limits";
import { saveTemplate } from "@gatepost/domain/template/save-template";
import { beforeAll, describe, expect, test } from "vitest";
import { type Account, millionths, newAccount, newApplication, newTemplate } from "../factories.ts";
import { newTaskBody, taskMaker } from "./bodies.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openTestWorker, type TestWorker } from "./test-worker.ts";
import { openWire } from "./wire.ts";

const { operator, call } = openWire();
const account = await newAccount(operator);
const { clientKey } = account;
const body = await newTaskBody(operator, account);
const newTask = await taskMaker(call, operator, account);
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker(operator);
});

const balanceOf = async (one: Account) =>
  (await call("getBalance", { clientKey: one.clientKey })).body.balance as number;

test("an answer with a taskId means that the task is on disk and its price is held", async () => {
  const payer = await newAccount(operator, { balance: 1, bid: 0.25 });
  const payerBody = await newTaskBody(operator, payer);
  const answer = await call("createTask", payerBody());
  expectSuccess(answer, "createTask");
  expect(answer.body.taskId).toSatisfy((id: number) => Number.isSafeInteger(id) && id > 0);
  expect(await balanceOf(payer)).toBe(0.75);
  const held = await operator.db.prisma.ledgerEntry.findMany({ where: { taskId: answer.body.taskId } });
  expect(held).toMatchObject([{ kind: "hold", available: -250_000n, held: 250_000n }]);
});

test("a task starts as a queue entry: processing, at step 0 of its template's steps, waiting for nothing", async () => {
  const answer = await call("getTaskResult", { clientKey, taskId: await newTask() });
  expectSuccess(answer, "getTaskResult");
  expect(answer.body).toEqual({
    errorId: 0,
    status: "processing",
    waitingFor: [],
    progress: { step: 0, of: 3, type: "" },
  });
});

describe("variables", () => {
  const uses = (...names: string[]) =>
    names.map((name) => ({ type: "WAIT_FOR_TEXT", text: { variable: name } }) as const);
  const waitsFor = (name: string) => ({ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: name } }) as const;
  const create = async (steps: Parameters<typeof newTemplate>[2], variables: unknown) =>
    call("createTask", body({ templateName: await newTemplate(operator, account, steps), variables }));

  test("all that are missing are named", async () => {
    const answer = await create(uses("login", "password", "pin"), { password: "x" });
    expectError(answer, "ERROR_INCORRECT_SESSION_DATA");
    expect(answer.body.errorDescription).toContain("login, pin");
    expect(answer.body.errorDescription).not.toContain("password");
  });

  test("one that a wait names must be there too", async () => {
    const answer = await create([waitsFor("code")], {});
    expectError(answer, "ERROR_INCORRECT_SESSION_DATA");
    expect(answer.body.errorDescription).toContain("code");
  });

  test.for([undefined, null])("none at all are enough where a template uses none: %s", async (none) => {
    expectSuccess(await create([{ type: "TAKE_SCREENSHOT" }], none), "createTask");
  });

  test.for([[], "text", 1, true])("must be an object: %j", async (wrong) => {
    const answer = await create([{ type: "TAKE_SCREENSHOT" }], wrong);
    expectError(answer, "ERROR_BAD_REQUEST");
    expect(answer.body.errorDescription).toContain("task.variables");
  });

  test("a late one without a step that waits for it is refused", async () => {
    const answer = await create(uses("code"), { code: waitForIt });
    expectError(answer, "ERROR_INCORRECT_SESSION_DATA");
    expect(answer.body.errorDescription).toContain("code");
  });

  test("a late one that is used before its wait is refused", async () => {
    expectError(await create([...uses("code"), waitsFor("code")], { code: waitForIt }), "ERROR_INCORRECT_SESSION_DATA");
  });

  test("a wait whose value is never used is a legal gate", async () => {
    expectSuccess(await create([waitsFor("approval")], { approval: waitForIt }), "createTask");
  });

  test("extra ones are ignored, late or not", async () => {
    expectSuccess(await create(uses("text"), { text: "Hello", more: 1, later: waitForIt }), "createTask");
  });

  test("a wait whose variable was given an ordinary value has nothing to wait for", async () => {
    const answer = await create([waitsFor("code"), ...uses("code")], { code: "349001" });
    expectSuccess(answer, "createTask");
    const { late, given } = await worker.claim(answer.body.taskId);
    expect({ late, given }).toEqual({ late: [], given: { code: "349001" } });
  });

  test("only the very string _WAIT_FOR_IT_ marks a late one", async () => {
    for (const value of ["_wait_for_it_", " _WAIT_FOR_IT_", [waitForIt], { value: waitForIt }])
      expectSuccess(await create(uses("code"), { code: value }), "createTask");
  });

  test.for([
    "349001",
    "",
    " two  spaces ",
    "Ünïcödé 😀 \u0000 \n",
    0,
    -1.5,
    1e21,
    true,
    false,
    null,
    [],
    [1, [2, null]],
    {},
    { a: { b: [1] }, "": 0 },
  ])("a value may be any JSON, and reaches the worker as it was: %j", async (value) => {
    const answer = await create(uses("text"), { text: value });
    expectSuccess(answer, "createTask");
    expect((await worker.claim(answer.body.taskId)).given).toEqual({ text: value });
  });

  test("values are not readable in the database", async () => {
    const answer = await create(uses("text"), { text: "plain-to-see-349001" });
    const task = await operator.db.prisma.task.findUniqueOrThrow({ where: { id: answer.body.taskId } });
    expect(Buffer.from(task.given ?? []).toString("latin1")).not.toContain("plain-to-see");
  });
});

describe("price", () => {
  test("is $0.002 where the account has said nothing", async () => {
    const payer = await newAccount(operator, { balance: 0.005 });
    const make = await taskMaker(call, operator, payer);
    await make();
    expect(await balanceOf(payer)).toBe(0.003);
  });

  test("is the bid of that moment, whatever the account bids later; captured when the task is ready", async () => {
    const payer = await newAccount(operator, { balance: 1, bid: 0.37 });
    const make = await taskMaker(call, operator, payer);
    const taskId = await make();
    await operator.db.prisma.account.update({ where: { id: payer.accountId }, data: { bid: millionths(0.5) } });
    await worker.finish(await worker.claim(taskId));
    const { body } = await call("getTaskResult", { clientKey: payer.clientKey, taskId });
    expect(body).toMatchObject({ status: "ready", cost: "0.370000" });
    expect(await balanceOf(payer)).toBe(0.63);
    const account = await operator.db.prisma.account.findUniqueOrThrow({ where: { id: payer.accountId } });
    expect(account.held).toBe(0n);
  });

  test("is released when the task fails", async () => {
    const payer = await newAccount(operator, { balance: 1, bid: 0.37 });
    const make = await taskMaker(call, operator, payer);
    const taskId = await make();
    await worker.fail(await worker.claim(taskId), "ERROR_STEP_FAILED");
    expect(await balanceOf(payer)).toBe(1);
  });

  test("never takes a balance below zero, also by a hundred calls at once", async () => {
    const payer = await newAccount(operator, { balance: 0.01 });
    const payerBody = await newTaskBody(operator, payer);
    const answers = await Promise.all(Array.from({ length: 100 }, () => call("createTask", payerBody())));
    const done = answers.filter(({ body }) => body.errorId === 0);
    expect(done.length).toBe(5);
    for (const answer of answers.filter(({ body }) => body.errorId !== 0)) expectError(answer, "ERROR_ZERO_BALANCE");
    expect(await balanceOf(payer)).toBe(0);
  });

  test("gives a tenth to the application's owner, once it is captured", async () => {
    const developer = await newAccount(operator, { balance: 0 });
    const softId = await newApplication(operator, developer);
    const payer = await newAccount(operator, { balance: 1, bid: 0.37 });
    const make = await taskMaker(call, operator, payer);
    const [ready, failed] = [await make({}, { softId }), await make({}, { softId })];
    expect(await balanceOf(developer)).toBe(0);
    await worker.fail(await worker.claim(failed), "ERROR_STEP_FAILED");
    await worker.finish(await worker.claim(ready));
    expect(await balanceOf(developer)).toBe(0.037);
  });

  test("is the place in the queue: the highest bid first, then the oldest", async () => {
    const [low, high] = [await newAccount(operator, { bid: 0.9 }), await newAccount(operator, { bid: 0.95 })];
    const [makeLow, makeHigh] = [await taskMaker(call, operator, low), await taskMaker(call, operator, high)];
    const created = [await makeLow(), await makeLow(), await makeHigh()];
    const order = [await worker.next(), await worker.next(), await worker.next()].map((task) => task?.taskId);
    expect(order).toEqual([created[2], created[0], created[1]]);
  });
});

describe("websiteURL", () => {
  test.for([
    "",
    "example.org",
    "/login",
    "//example.org",
    "ftp://example.org",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "about:blank",
    "data:text/html,x",
    "chrome://version",
    "http://",
    "http://[::1",
    "http://exa mple.org",
    "https://?",
  ])("must be an absolute http or https URL: %j", async (websiteURL) => {
    expectError(await call("createTask", body({ websiteURL })), "ERROR_WEBSITE_NOT_ALLOWED");
  });

  test.for([
    "http://10.0.0.1/",
    "http://192.168.1.1",
    "http://169.254.169.254/latest/meta-data/",
    "http://172.16.0.1:8080/",
    "http://0.0.0.0/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://100.64.0.1/",
    "http://[::ffff:10.0.0.1]/",
    "http://167772161/",
    "http://0xa000001/",
    "http://012.0.0.1/",
    "http://10.1/",
    "http://224.0.0.1/",
    "http://[::]/",
  ])("must not be a literal address that is closed: %s", async (websiteURL) => {
    expectError(await call("createTask", body({ websiteURL })), "ERROR_WEBSITE_NOT_ALLOWED");
  });

  test("is not resolved: a name is judged when the worker connects", async () => {
    expectSuccess(await call("createTask", body({ websiteURL: "https://no-such-host.invalid/" })), "createTask");
  });

  test.for([undefined, null, 1, {}, ["https://example.org"]])("must be a string: %j", async (websiteURL) => {
    const answer = await call("createTask", body({ websiteURL }));
    expectError(answer, "ERROR_BAD_REQUEST");
    expect(answer.body.errorDescription).toContain("task.websiteURL");
  });
});

describe("the other properties", () => {
  test.for([undefined, null, [], "text", 1, true])("task must be an object: %j", async (task) => {
    expectError(await call("createTask", { clientKey, task }), "ERROR_TASK_ABSENT");
  });

  test.for([undefined, null, "", "antigatetask", "NoCaptchaTask", "ImageToTextTask", 1, {}])(
    "task.type is AntiGateTask and nothing else: %j",
    async (type) => {
      expectError(await call("createTask", body({ type })), "ERROR_TASK_NOT_SUPPORTED");
    },
  );

  test.for([undefined, null, "", 1, {}])("task.templateName must be a name: %j", async (templateName) => {
    const answer = await call("createTask", body({ templateName }));
    expectError(answer, "ERROR_BAD_REQUEST");
    expect(answer.body.errorDescription).toContain("task.templateName");
  });

  test("a template is found by its exact name", async () => {
    for (const templateName of [
      "No such template",
      body().task.templateName.toUpperCase(),
      ` ${body().task.templateName}`,
    ])
      expectError(await call("createTask", body({ templateName })), "ERROR_TEMPLATE_NOT_FOUND");
  });

  test("a task refers to the template's version of that moment", async () => {
    const templateName = await newTemplate(operator, account, [{ type: "TAKE_SCREENSHOT" }]);
    const before = await call("createTask", body({ templateName, variables: {} }));
    const steps = [{ type: "WAIT_FOR_TEXT", text: { variable: "text" } }];
    await saveTemplate({
      ctx: operator,
      input: { accountId: account.accountId, document: { name: templateName, steps } },
    });
    expectError(await call("createTask", body({ templateName, variables: {} })), "ERROR_INCORRECT_SESSION_DATA");
    expect((await worker.claim(before.body.taskId)).steps).toEqual([{ type: "TAKE_SCREENSHOT" }]);
  });

  test.for(["https", "abc", 1.5, -1, {}, [], true])(
    "softId must be an integer where it is given: %j",
    async (softId) => {
      const answer = await call("createTask", body({}, { softId }));
      expectError(answer, "ERROR_BAD_REQUEST");
      expect(answer.body.errorDescription).toContain("softId");
    },
  );

  test.for(["ftp://example.org", "nowhere", "http://10.0.0.1/", "https://ada:pw@example.org/", 1, {}])(
    "callbackUrl must be an http(s) URL that is open and holds no password: %j",
    async (callbackUrl) => {
      const answer = await call("createTask", body({}, { callbackUrl }));
      expectError(answer, "ERROR_BAD_REQUEST");
      expect(answer.body.errorDescription).toContain("callbackUrl");
    },
  );

  test("callbackUrl and domainsOfInterest are kept", async () => {
    const taskId = await newTask(
      { domainsOfInterest: ["a.example", "b.example"] },
      { callbackUrl: "https://example.org/hook" },
    );
    expect((await worker.claim(taskId)).domainsOfInterest).toEqual(["a.example", "b.example"]);
    const task = await operator.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } });
    expect(task.callbackUrl).toBe("https://example.org/hook");
  });

  test.for([{}, "a.example", [1], [null]])(
    "domainsOfInterest must be an array of names: %j",
    async (domainsOfInterest) => {
      expectError(await call("createTask", body({ domainsOfInterest })), "ERROR_BAD_REQUEST");
    },
  );
});

test("a refused call leaves nothing behind", async () => {
  const before = await operator.db.prisma.task.count();
  await call("createTask", body({ type: "NoCaptchaTask" }));
  await call("createTask", body({ templateName: "No such template" }));
  await call("createTask", body({ variables: {} }));
  await call("createTask", body({ websiteURL: "http://10.0.0.1/" }));
  expect(await operator.db.prisma.task.count()).toBe(before);
});
