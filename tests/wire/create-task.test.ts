import { saveTemplate } from "@gatepost/domain/templates/save-template";
import { describe, expect, test } from "vitest";
import { newAccount, newTemplate } from "../factories.ts";
import { newTaskBody } from "./bodies.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openCreateTask } from "./create-task-setup.ts";

const { account, balanceOf, body, call, clientKey, newTask, operator, worker } = await openCreateTask();

test("an answer with a taskId means that the task is on disk and its price is held", async () => {
  const account = await newAccount(operator, { balance: 1, bid: 0.25 });
  const accountBody = await newTaskBody(operator, account);
  const answer = await call("createTask", accountBody());
  expectSuccess(answer, "createTask");
  expect(answer.body.taskId).toSatisfy((id: number) => Number.isSafeInteger(id) && id > 0);
  expect(await balanceOf(account)).toBe(0.75);
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
    waiting: [],
    controlledBy: null,
    version: "",
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
    for (const templateName of ["No such template", body().task.templateName.toUpperCase()])
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

  test.for([["end"], ["waiting"], ["waiting", "end"], [], null])("callbackOn may be %j", async (callbackOn) => {
    const more = { callbackUrl: "https://example.org/hook", callbackOn };
    expectSuccess(await call("createTask", body({}, more)), "createTask");
    expectError(await call("createTask", body({}, { ...more, callbackOn: ["start"] })), "ERROR_BAD_REQUEST");
  });

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

test.for([
  [{ expires: 1e15 }, "task.cookies[1].expires", "Unix seconds up to the end of the year 9999"],
  [{ domain: "http://x" }, "task.cookies[1].domain", "a host name"],
  [{ domain: "co.uk" }, "task.cookies[1].domain", "example.co.uk"],
] as const)("a cookie that no page would get is refused: %j", async ([cookie, path, expected]) => {
  const cookies = [{}, cookie].map((one) => ({ name: "a", value: "b", domain: ".example.org", ...one }));
  expectSuccess(await call("createTask", body({ cookies: cookies.slice(0, 1) })), "createTask");
  const answer = await call("createTask", body({ cookies }));
  expectError(answer, "ERROR_BAD_REQUEST");
  expect(answer.body.errorDescription).toContain(path);
  expect(answer.body.errorDescription).toContain(expected);
});

test("a refused call leaves nothing behind", async () => {
  const before = await operator.db.prisma.task.count();
  await call("createTask", body({ type: "NoCaptchaTask" }));
  await call("createTask", body({ templateName: "No such template" }));
  await call("createTask", body({ variables: {} }));
  await call("createTask", body({ websiteURL: "http://10.0.0.1/" }));
  expect(await operator.db.prisma.task.count()).toBe(before);
});
