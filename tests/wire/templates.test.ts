import { hashKey } from "@gatepost/domain/accounts/key";
import { expect, test } from "vitest";
import { newAccount, newKey } from "../factories.ts";
import { newPortalSession } from "../portal-session.ts";
import { expectError, expectSuccess } from "./call.ts";
import { openWire } from "./wire.ts";

/** Templates by JSON: docs/contract.md, section 9. */

const { url, operator, call } = openWire();
const account = await newAccount(operator);
const { clientKey } = account;
const steps = [{ type: "WAIT_FOR_ELEMENT", selector: { permanent: "h1" } }];
const save = (template: unknown, more: object = {}) => call("saveTemplate", { clientKey, template, ...more });

test("blanks around a name do not count, in whichever method it is", async () => {
  const secret = { name: " code key ", value: "correct horse", domains: ["EXAMPLE.org."] };
  expectSuccess(await call("saveSecret", { clientKey, ...secret }), "saveSecret");
  const typing = { type: "FILL_INPUT", selector: { permanent: "input" }, value: { secret: " code key " } };
  expect((await save({ name: " Blanks ", session: " shop ", steps: [...steps, typing] })).body.warnings).toEqual([]);
  const read = await call("getTemplate", { clientKey, name: " Blanks " });
  expect(read.body.template).toMatchObject({ name: "Blanks", steps: [{}, { value: { secret: " code key " } }] });
  const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: " Blanks " };
  const { taskId } = (await call("createTask", { clientKey, task })).body;
  const { tasks } = (await call("listTasks", { clientKey, templateName: " Blanks " })).body;
  expect(tasks).toMatchObject([{ taskId, templateName: "Blanks" }]);
  const listed = await call("listSecrets", { clientKey });
  expect(listed.body.secrets).toMatchObject([{ name: "code key", domains: ["example.org"] }]);
  for (const [method, name] of [
    ["deleteTemplate", " Blanks "],
    ["deleteSecret", " code key "],
    ["deleteSession", " shop "],
  ] as const)
    expectSuccess(await call(method, { clientKey, name }), method);
});

test("calls and the portal run what was saved last, and tasks are numbered in their order", async () => {
  const cookie = await newPortalSession({ operator }, account.accountId);
  const ofPortal = async (procedure: string, input: object) => {
    const response = await fetch(`${url}/api/trpc/${procedure}`, {
      method: "POST",
      headers: { cookie, origin: url, "content-type": "application/json" },
      body: JSON.stringify({ json: input }),
    });
    return (await response.json()).result.data.json;
  };
  const name = "Saved twice";
  const typing = { type: "FILL_INPUT", selector: { permanent: "input" }, value: { variable: "code" } };
  const create = async (variables: object) => {
    const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: name, variables };
    return (await call("createTask", { clientKey, task })).body.taskId;
  };
  await save({ name, steps: [typing] });
  const taskIds = [await create({ code: "1" })];
  await ofPortal("templates.save", { template: { name, steps }, ifVersion: 1 });
  taskIds.push(await create({}));
  const websiteURL = "https://example.org/";
  taskIds.push((await ofPortal("tasks.create", { templateName: name, websiteURL, variables: [] })).taskId);
  taskIds.push(await create({}));
  expect(taskIds).toEqual(taskIds.toSorted((a, b) => a - b));
});

test("other errors of saveTemplate and of other methods have no property problems", async () => {
  const recorded = {
    clientKey,
    name: "Recorded",
    recording: { steps: [{ type: "navigate", url: "https://a.example/" }] },
  };
  for (const refused of [
    await call("saveTemplate", { ...recorded, name: undefined }),
    await call("saveTemplate", { ...recorded, template: { name: "Recorded", steps } }),
    await call("saveTemplate", { ...recorded, late: "code" }),
    await call("saveTemplate", { clientKey }),
    await save("a text"),
    await save([]),
    await save({ name: "Read a table", steps }),
    await save({ name: "New", steps }, { ifVersion: 7 }),
    await save({ name: "New", steps }, { ifVersion: -1 }),
    await save({ name: "New", steps }, { dryRun: "yes" }),
    await call("getTemplate", { clientKey, name: "" }),
    await call("getTemplate", { clientKey, name: "Read a table", version: 2 ** 31 }),
    await call("getTemplate", { clientKey, name: "Read a table", version: 0 }),
    await call("listTemplates", { clientKey, limit: 101 }),
  ]) {
    expectError(refused, "ERROR_BAD_REQUEST");
    expect(refused.body).not.toHaveProperty("problems");
  }
});

const draftTask = (template: unknown, more: object = {}) => ({
  type: "AntiGateTask",
  websiteURL: "https://example.org/",
  template,
  variables: {},
  ...more,
});

test("a draft runs without being saved or listed, and the same one is stored once", async () => {
  const task = draftTask({ name: "Draft", steps });
  const answers = await Promise.all([1, 2, 3].map(() => call("createTask", { clientKey, task })));
  for (const answer of answers) expectSuccess(answer, "createTask");
  expectSuccess(await call("createTask", { clientKey, task }), "createTask");
  expectSuccess(
    await call("createTask", { clientKey, task: draftTask({ name: "Draft", steps: [...steps, ...steps] }) }),
    "createTask",
  );
  const { accountId } = account;
  const stored = await operator.db.prisma.template.findMany({ where: { accountId, draft: true } });
  expect(stored).toHaveLength(2);
  const { versionId } = await operator.db.prisma.task
    .findUniqueOrThrow({ where: { id: answers[0]?.body.taskId }, select: { templateVersionId: true } })
    .then(({ templateVersionId }) => ({ versionId: templateVersionId }));
  expect(stored.map((one) => one.currentVersionId)).toContain(versionId);
  expect((await call("listTemplates", { clientKey, search: "draft" })).body.templates).toEqual([]);
  expectError(await call("getTemplate", { clientKey, name: stored[0]?.name }), "ERROR_TEMPLATE_NOT_FOUND");
  const { tasks } = (await call("listTasks", { clientKey, limit: 1 })).body;
  const [{ templateName }] = tasks;
  expect(templateName).toMatch(/^Draft \(draft \d{4}-\d\d-\d\d [0-9a-f]{16}\)$/);
  expect((await call("listTasks", { clientKey, templateName })).body.tasks).toEqual(tasks);
});

test("a draft needs the right templates, a revoked key stores none, and an invalid one is refused with its problems", async () => {
  const task = draftTask({ name: "Draft", steps });
  const tasksOnly = await newKey(operator, account.accountId, { rights: ["tasks"] });
  for (let n = 0; n < 2; n++) {
    const denied = await call("createTask", { clientKey: tasksOnly, task });
    expectError(denied, "ERROR_ACCESS_DENIED");
    expect(denied.body.errorDescription).toContain('the right "templates"');
  }
  const leaving = await newKey(operator, account.accountId);
  const saved = { ...task, template: undefined, templateName: "Read a table" };
  await call("createTask", { clientKey: leaving, task: saved });
  await operator.db.pool.query("update api_key set revoked_at = now() where hash = $1", [hashKey(leaving)]);
  const fresh = draftTask({ name: "By a revoked key", steps });
  expectError(await call("createTask", { clientKey: leaving, task: fresh }), "ERROR_KEY_DOES_NOT_EXIST");
  expect(await operator.db.prisma.template.count({ where: { name: { startsWith: "By a revoked key" } } })).toBe(0);
  const bad = await call("createTask", { clientKey, task: draftTask({ name: "A", steps: [{ type: "CLIK" }, {}] }) });
  expectError(bad, "ERROR_BAD_REQUEST");
  expect(bad.body).not.toHaveProperty("problems");
  expect(bad.body.errorDescription).toMatch(
    /^task\.template: steps\.1\.type: There is no step type "CLIK".* task\.template: steps\.2\.type: /,
  );
  for (const more of [{ templateName: "Read a table" }, { template: null }, { template: "x" }, { template: [] }])
    expectError(await call("createTask", { clientKey, task: { ...task, ...more } }), "ERROR_BAD_REQUEST");
});
