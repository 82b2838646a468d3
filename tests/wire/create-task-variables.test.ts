import { waitForIt } from "@gatepost/contract/limits";
import { describe, expect, test } from "vitest";
import { newTemplate } from "../factories.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openCreateTask } from "./create-task-setup.ts";

const { account, body, call, operator, worker } = await openCreateTask();

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

  test("only exactly _WAIT_FOR_IT_ marks a late one", async () => {
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
