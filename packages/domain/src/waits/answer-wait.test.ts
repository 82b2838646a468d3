import { limits, waitForIt } from "@gatepost/contract/limits";
import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { begun, claimFirst, newHeldTask } from "../platform/held-task-testing.ts";
import {
  codeComesLater,
  endLease,
  inProcess,
  lateCode,
  newCaller,
  newSession,
  newTask,
  newTemplate,
  newWorker,
  openTestContext,
} from "../platform/testing.ts";
import { getTask } from "../tasks/get-task.ts";
import { getTaskResult, readTaskResult } from "../tasks/get-task-result.ts";
import { recoverTasks } from "../tasks/keep-recovering.ts";
import { readTaskMarks } from "../tasks/task-marks.ts";
import { createAnswerLink, openAnswerLink } from "./answer-links.ts";
import { pushEntered, pushVariable } from "./answer-wait.ts";

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

test("receipts say what pushed each value and what its outcome was, never the value", async () => {
  const templateName = await newTemplate(system, caller);
  const worker = await newWorker(system);
  const { taskId, begin, take, ...task } = await newHeldTask({ caller, worker, templateName });
  const receipts = async () => (await getTaskResult({ ctx: caller, input: { taskId } })).receipts;

  await begin(1);
  await take();
  expect(await receipts()).toBeUndefined();
  const { token } = await createAnswerLink({ ctx: caller, input: { taskId, name: "code" } });
  const link = await openAnswerLink({ app: inProcess(system, "web"), token });
  if (!link) throw new Error("The link does not work.");
  await pushVariable({
    ctx: { ...inProcess(system, "web"), actor: link.actor },
    input: { taskId, name: "code", value: "349001" },
  });
  const first = {
    name: "code",
    attempt: 1,
    length: 6,
    outcome: "taken",
    takenAt: expect.any(Number),
    pushedAt: expect.any(Number),
    pushedBy: `answer link ${link.actor.linkId}`,
  };
  expect(await receipts()).toEqual([first]);
  await begin(2);
  expect(await receipts()).toEqual([{ ...first, usedBy: 2 }]);

  // The site refuses it. A key pushes the next value, and a person replaces it before it is taken.
  await task.askAgain(3);
  await pushVariable({ ctx: caller, input: { taskId, name: "code", value: "1234" } });
  const mark = async () => (await readTaskMarks({ ctx: system, input: { ids: [taskId] } })).get(taskId);
  const before = await mark();
  await pushEntered({ ctx: newSession(caller), input: { taskId, name: "code", entered: "12345" } });
  expect(await mark(), "the task's page shows it").not.toBe(before);
  const replaced = {
    name: "code",
    attempt: 2,
    length: 4,
    pushedAt: expect.any(Number),
    pushedBy: expect.stringMatching(/^key gp_\w+…\w+ \(test\)$/),
    outcome: "unused",
  };
  const waits = { ...replaced, length: 5, pushedBy: "a person of the account", outcome: "pushed" };
  expect(await receipts()).toEqual([{ ...first, usedBy: 2 }, replaced, waits]);
  // A key that asks is named as it was when it was verified, without a query; the others are looked up.
  const asking = { ...caller, actor: { ...caller.actor, keyName: "the key that asks" } };
  const named = (await getTaskResult({ ctx: asking, input: { taskId } })).receipts ?? [];
  expect(named.map(({ pushedBy }) => pushedBy)).toEqual([first.pushedBy, "the key that asks", waits.pushedBy]);
  expect((await getTask({ ctx: caller, input: { taskId } })).receipts).toEqual(await receipts());

  await task.ready();
  expect(await receipts()).toEqual([{ ...first, usedBy: 2 }, replaced, { ...waits, outcome: "unused" }]);
  await expect(pushVariable({ ctx: caller, input: { taskId, name: "code", value: "1" } })).rejects.toMatchObject({
    code: "ERROR_TASK_FINISHED",
    message: expect.stringContaining("A value of this variable was taken at"),
  });
});

test("a person's entry is a value of the wait's kind", async () => {
  const templateName = await newTemplate(system, caller, [
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", kind: "yes_no" },
  ]);
  const worker = await newWorker(system);
  const { taskId, take } = await newHeldTask({ caller, worker, templateName });
  const ctx = newSession(caller);
  await expect(pushEntered({ ctx, input: { taskId, name: "code", entered: "perhaps" } })).rejects.toMatchObject({
    code: "ERROR_VARIABLE_REFUSED",
  });
  await pushEntered({ ctx, input: { taskId, name: "code", entered: "no" } });
  expect(await take()).toEqual({ status: "taken", value: false });
});

/** Took a web process 93 s with 60,000 letters. Earlier releases saved it. */
const tooLarge = `.*${"[a-c].{999}".repeat(40)}b`;

const createLate = (templateName: string) => newTask(caller, templateName, { variables: codeComesLater });

const pushCode = (taskId: number, value: unknown) =>
  pushVariable({ ctx: caller, input: { taskId, name: "code", value } });

test("a template that an earlier release stored with too large a pattern makes no task, and a task of one takes no value, and says why", async () => {
  const name = await newTemplate(system, caller, lateCode({ pattern: "[0-9]{6}" }));
  await system.db.prisma.$executeRaw`
    update template_version set document = jsonb_set(document, '{steps,0,pattern,permanent}', to_jsonb(${tooLarge}::text))
     where id = (select current_version_id from template where name = ${name})`;
  await expect(createLate(name)).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringMatching(/^The pattern \.\*\[a-c\].* is too large: .* Save the template anew\.$/),
  });

  const taskId = await createLate(await newTemplate(system, caller, lateCode({ pattern: "[0-9]{6}" })));
  await system.db.prisma.variable.updateMany({
    where: { taskId: BigInt(taskId) },
    data: { form: null, pattern: tooLarge },
  });
  await expect(pushCode(taskId, "abc".repeat(20_000))).rejects.toMatchObject({
    code: "ERROR_VARIABLE_REFUSED",
    message: expect.stringMatching(/^The declared pattern .* is too large: .* The task still waits\.$/),
  });
});

test("a person is told in words what a simple pattern or a kind expects, and a program the pattern, also of what createTask brings", async () => {
  const code = await createLate(await newTemplate(system, caller, lateCode({ kind: "code", pattern: "^\\d{6}$" })));
  await expect(pushCode(code, "12345")).rejects.toMatchObject({
    message: "The value does not match the declared pattern ^\\d{6}$. The task still waits.",
    property: "value",
    sentence: "The answer must be 6 digits.",
  });
  await pushCode(code, "123456");
  const iban = await createLate(await newTemplate(system, caller, lateCode({ pattern: "PT[0-9]{23}" })));
  await expect(pushCode(iban, "DE1")).rejects.toMatchObject({
    sentence: "The value does not match the declared pattern PT[0-9]{23}.",
  });
  const size = await createLate(await newTemplate(system, caller, lateCode({ kind: "number" })));
  await expect(pushCode(size, "many")).rejects.toMatchObject({
    message: "The value must be a number. The task still waits.",
    sentence: "The answer must be a number, such as 12 or 3.5.",
  });

  const other = await newCaller(system);
  const name = await newTemplate(system, other, lateCode({ kind: "code", pattern: "[0-9]{6}" }));
  const given = (value: unknown) => newTask(other, name, { variables: { code: value } });
  await expect(given("12345")).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: "task.variables.code: The value does not match the declared pattern [0-9]{6}.",
  });
  await given("123456");
  expect(await system.db.prisma.task.count({ where: { accountId: other.actor.accountId } })).toBe(1);
});

const newWait = async () => ({ taskId: await createLate(await newTemplate(system, caller)) });

test("links that are created at the same moment are no more than a task may have", async () => {
  const input = { ...(await newWait()), name: "code" };
  const create = () => createAnswerLink({ ctx: caller, input });
  const free = 5;
  for (let n = 0; n < limits.answerLinks - free; n++) await create();
  const created = await Promise.allSettled(Array.from({ length: 2 * free }, create));
  expect(created.filter(({ status }) => status === "fulfilled").length).toBe(free);
  for (const result of created)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "ERROR_BAD_REQUEST" });
});

test("while its account is suspended a link does not work", async () => {
  const { taskId } = await newWait();
  const { token } = await createAnswerLink({ ctx: caller, input: { taskId, name: "code" } });
  const open = () => openAnswerLink({ app: inProcess(system, "web"), token });
  const where = { id: caller.actor.accountId };
  const suspend = (suspendedAt: Date | null) => system.db.prisma.account.update({ where, data: { suspendedAt } });
  expect(await open()).toMatchObject({ actor: { taskId, name: "code" } });
  await suspend(new Date());
  expect(await open()).toBeNull();
  await suspend(null);
  expect(await open()).not.toBeNull();
});
