import { describe, expect, test } from "vitest";
import { newTemplate } from "../factories.ts";
import { expectSuccess } from "./call.ts";
import { openCreateTask } from "./create-task-setup.ts";

const { account, body, call, operator, worker } = await openCreateTask();

describe("variables", () => {
  const uses = (...names: string[]) =>
    names.map((name) => ({ type: "WAIT_FOR_TEXT", text: { variable: name } }) as const);
  const waitsFor = (name: string) => ({ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: name } }) as const;
  const create = async (steps: Parameters<typeof newTemplate>[2], variables: unknown) =>
    call("createTask", body({ templateName: await newTemplate(operator, account, steps), variables }));

  test("a wait whose variable was given an ordinary value has nothing to wait for", async () => {
    const answer = await create([waitsFor("code"), ...uses("code")], { code: "349001" });
    expectSuccess(answer, "createTask");
    const { late, given } = await worker.claim(answer.body.taskId);
    expect({ late, given }).toEqual({ late: [], given: { code: "349001" } });
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
