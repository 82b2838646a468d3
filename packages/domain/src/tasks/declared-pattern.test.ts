import { expect, test } from "vitest";
import { codeComesLater, lateCode, newCaller, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { pushVariable } from "../waits/answer-wait.ts";

/** Took a web process 93 s with 60,000 letters. Earlier releases saved it. */
const tooLarge = `.*${"[a-c].{999}".repeat(40)}b`;

const system = await openTestContext();
const caller = await newCaller(system);

const create = (templateName: string) => newTask(caller, templateName, { variables: codeComesLater });

const push = (taskId: number, value: unknown) => pushVariable({ ctx: caller, input: { taskId, name: "code", value } });

test("a template that an earlier release stored with too large a pattern makes no task, and says why", async () => {
  const name = await newTemplate(system, caller, lateCode({ pattern: "[0-9]{6}" }));
  await system.db.prisma.$executeRaw`
    update template_version set document = jsonb_set(document, '{steps,0,pattern,permanent}', to_jsonb(${tooLarge}::text))
     where id = (select current_version_id from template where name = ${name})`;
  await expect(create(name)).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringMatching(/^The pattern \.\*\[a-c\].* is too large: .* Save the template anew\.$/),
  });
});

test("a task that was made of one takes no value, and says why, without running it", async () => {
  const taskId = await create(await newTemplate(system, caller, lateCode({ pattern: "[0-9]{6}" })));
  await system.db.prisma.variable.updateMany({
    where: { taskId: BigInt(taskId) },
    data: { form: null, pattern: tooLarge },
  });
  await expect(push(taskId, "abc".repeat(20_000))).rejects.toMatchObject({
    code: "ERROR_VARIABLE_REFUSED",
    message: expect.stringMatching(/^The declared pattern .* is too large: .* The task still waits\.$/),
  });
});

test("a person is told in words what a simple pattern or a kind expects, and a program the pattern", async () => {
  const code = await create(await newTemplate(system, caller, lateCode({ kind: "code", pattern: "^\\d{6}$" })));
  await expect(push(code, "12345")).rejects.toMatchObject({
    message: "The value does not match the declared pattern ^\\d{6}$. The task still waits.",
    property: "value",
    sentence: "The answer must be 6 digits.",
  });
  await push(code, "123456");
  const iban = await create(await newTemplate(system, caller, lateCode({ pattern: "PT[0-9]{23}" })));
  await expect(push(iban, "DE1")).rejects.toMatchObject({
    sentence: "The value does not match the declared pattern PT[0-9]{23}.",
  });
  const size = await create(await newTemplate(system, caller, lateCode({ kind: "number" })));
  await expect(push(size, "many")).rejects.toMatchObject({
    message: "The value must be a number. The task still waits.",
    sentence: "The answer must be a number, such as 12 or 3.5.",
  });
});

test("a value that createTask brings must have the declared form too, and no task is made otherwise", async () => {
  const other = await newCaller(system);
  const name = await newTemplate(system, other, lateCode({ kind: "code", pattern: "[0-9]{6}" }));
  const given = (code: unknown) => newTask(other, name, { variables: { code } });
  await expect(given("12345")).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: "task.variables.code: The value does not match the declared pattern [0-9]{6}.",
  });
  await given("123456");
  expect(await system.db.prisma.task.count({ where: { accountId: other.actor.accountId } })).toBe(1);
});
