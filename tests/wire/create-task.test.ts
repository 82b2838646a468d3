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

describe("the other properties", () => {
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

  test("callbackUrl and domainsOfInterest are kept", async () => {
    const taskId = await newTask(
      { domainsOfInterest: ["a.example", "b.example"] },
      { callbackUrl: "https://example.org/hook" },
    );
    expect((await worker.claim(taskId)).domainsOfInterest).toEqual(["a.example", "b.example"]);
    const task = await operator.db.prisma.task.findUniqueOrThrow({ where: { id: taskId } });
    expect(task.callbackUrl).toBe("https://example.org/hook");
  });
});

test("a refused call leaves nothing behind", async () => {
  const before = await operator.db.prisma.task.count();
  await call("createTask", body({ type: "NoCaptchaTask" }));
  await call("createTask", body({ templateName: "No such template" }));
  await call("createTask", body({ variables: {} }));
  await call("createTask", body({ websiteURL: "http://10.0.0.1/" }));
  expect(await operator.db.prisma.task.count()).toBe(before);
});
