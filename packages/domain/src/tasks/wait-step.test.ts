import { waitForIt } from "@gatepost/contract/limits";
import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { begun, claimFirst } from "../platform/held-task-testing.ts";
import { endLease, inProcess, newCaller, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { pushVariable } from "../waits/answer-wait.ts";
import { readTaskResult } from "./get-task-result.ts";
import { recoverTasks } from "./keep-recovering.ts";

const name = "pin";
const wait = (kind: "yes_no" | "code"): WrittenStep => ({ type: "WAIT_FOR_VARIABLE_VALUE", name, kind });
const branches: WrittenStep = { type: "IF_ELEMENT", selector: "#pay", then: [wait("yes_no")], else: [wait("code")] };
const code = { kind: "code", options: [], pattern: null } as const;
const refused = { code: "ERROR_VARIABLE_REFUSED" };

const system = await openTestContext();
const caller = await newCaller(system);

const create = async (steps: WrittenStep[]) =>
  newTask(caller, await newTemplate(system, caller, steps), { variables: { [name]: waitForIt } });
const push = (taskId: number, value: unknown) => pushVariable({ ctx: caller, input: { taskId, name, value } });

/** The kind of value that is asked for, and the form that is stored with the variable. */
async function asked(taskId: number) {
  const rows = await system.sql`
    select wait_step(d.document, t.step, t.step_path, v.name) #>> '{kind,permanent}' as kind, v.form
      from task t join variable v on v.task_id = t.id join template_version d on d.id = t.template_version_id
     where t.id = ${taskId}`;
  return rows.map(({ kind, form }) => ({ kind, form: JSON.parse(form) as unknown }))[0];
}

test.each<[string, WrittenStep[]]>([
  ["then, before else", [branches]],
  ["an earlier step, before one nested in a later step", [wait("yes_no"), branches]],
  ["the first of two, at no step", [wait("yes_no"), wait("code")]],
])("what is asked for before a wait is reached is what is accepted: %s", async (_, steps) => {
  const taskId = await create(steps);
  expect(await asked(taskId)).toEqual({ kind: "yes_no", form: { kind: "yes_no", options: [], pattern: null } });
  await expect(push(taskId, "123456")).rejects.toMatchObject(refused);
  await push(taskId, true);
  await claimFirst(system);
});

test("a task that goes back to the queue asks for the first again", async () => {
  const taskId = await create([branches]);
  const { worker, take } = await claimFirst(system);
  const other = begun(1, { nth: 2, path: ["0", "else", "0"], type: "WAIT_FOR_VARIABLE_VALUE" });
  await take({ name, form: code, begun: other, isFirst: true });
  expect(await asked(taskId)).toEqual({ kind: "code", form: code });
  await endLease(system, worker.actor.workerId);
  expect(await recoverTasks({ ctx: inProcess(system, "web") })).toEqual({ returned: 1, failed: 0 });
  expect(await asked(taskId)).toMatchObject({ kind: "yes_no", form: { kind: "yes_no" } });
  await expect(push(taskId, "123456")).rejects.toMatchObject(refused);
  await push(taskId, true);
  await claimFirst(system);
});

test("a task whose early value its wait does not accept can be run again, and attempts count on", async () => {
  const taskId = await create([branches]);
  await push(taskId, true);
  const task = await claimFirst(system);
  const take = () => task.take({ name, form: code });
  expect(await take()).toEqual({ status: "taken", value: true });
  const again = () => task.askAgain(1, { name, reason: "unfit" });
  expect([await again(), await again()]).toEqual([
    { status: "open", attempt: 1 },
    { status: "open", attempt: 1 },
  ]);
  expect(await take()).toMatchObject({ status: "waiting" });
  await push(taskId, "123456");
  expect(await take()).toEqual({ status: "taken", value: "123456" });
  await endLease(system, task.worker.actor.workerId);
  expect(await recoverTasks({ ctx: inProcess(system, "web") })).toEqual({ returned: 1, failed: 0 });
  await claimFirst(system);
});

test("a push that names the wait that it answers supplies nothing to a later one", async () => {
  const taskId = await create([wait("code")]);
  const task = await claimFirst(system);
  const take = () => task.take({ name, form: code });
  const open = async () => {
    expect(await take()).toMatchObject({ status: "waiting" });
    const result = await readTaskResult(system, { taskId, accountId: caller.actor.accountId });
    return (result as { version: string }).version;
  };
  const answer = (value: string, of: string) => pushVariable({ ctx: caller, input: { taskId, name, value, wait: of } });
  const changed = { code: "ERROR_VARIABLE_NOT_EXPECTED", message: expect.stringContaining("has changed") };
  const first = await open();
  await answer("1", first);
  await expect(answer("2", first)).rejects.toMatchObject({ code: "ERROR_VARIABLE_ALREADY_SET" });
  await task.askAgain(1, { name, reason: "used" });
  await expect(answer("1", first), "before the next wait is open").rejects.toMatchObject(changed);
  const second = await open();
  await expect(answer("1", first)).rejects.toMatchObject(changed);
  await answer("1", second);
  expect(await take()).toEqual({ status: "taken", value: "1" });
});
