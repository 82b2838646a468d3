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

test("blanks around the names of secrets and sessions do not count", async () => {
  const secret = { name: " code key ", value: "correct horse", domains: ["EXAMPLE.org."] };
  expectSuccess(await call("saveSecret", { clientKey, ...secret }), "saveSecret");
  const typing = { type: "FILL_INPUT", selector: { permanent: "input" }, value: { secret: " code key " } };
  expect((await save({ name: "Blanks", session: " shop ", steps: [typing] })).body.warnings).toEqual([]);
  const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "Blanks" };
  expectSuccess(await call("createTask", { clientKey, task }), "createTask");
  const listed = await call("listSecrets", { clientKey });
  expect(listed.body.secrets).toMatchObject([{ name: "code key", domains: ["example.org"] }]);
  expectSuccess(await call("deleteSecret", { clientKey, name: " code key " }), "deleteSecret");
  expectSuccess(await call("deleteSession", { clientKey, name: " shop " }), "deleteSession");
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

const draftTask = (template: unknown) => ({
  type: "AntiGateTask",
  websiteURL: "https://example.org/",
  template,
  variables: {},
});

test("the same draft is stored once, and is no template that anybody can read", async () => {
  const task = draftTask({ name: "Draft", steps });
  const answers = await Promise.all([1, 2, 3].map(() => call("createTask", { clientKey, task })));
  for (const answer of answers) expectSuccess(answer, "createTask");
  const other = draftTask({ name: "Draft", steps: [...steps, ...steps] });
  expectSuccess(await call("createTask", { clientKey, task: other }), "createTask");
  const { accountId } = account;
  const stored = await operator.db.prisma.template.findMany({ where: { accountId, draft: true } });
  expect(stored).toHaveLength(2);
  expectError(await call("getTemplate", { clientKey, name: stored[0]?.name }), "ERROR_TEMPLATE_NOT_FOUND");
});

test("a draft needs the right templates, and a revoked key stores none", async () => {
  const task = draftTask({ name: "Draft", steps });
  const tasksOnly = await newKey(operator, account.accountId, { rights: ["tasks"] });
  for (let n = 0; n < 2; n++) {
    const denied = await call("createTask", { clientKey: tasksOnly, task });
    expectError(denied, "ERROR_ACCESS_DENIED");
    expect(denied.body.errorDescription).toContain('the right "templates"');
  }
  const leaving = await newKey(operator, account.accountId);
  await call("createTask", {
    clientKey: leaving,
    task: { ...task, template: undefined, templateName: "Read a table" },
  });
  await operator.db.pool.query("update api_key set revoked_at = now() where hash = $1", [hashKey(leaving)]);
  const fresh = draftTask({ name: "By a revoked key", steps });
  expectError(await call("createTask", { clientKey: leaving, task: fresh }), "ERROR_KEY_DOES_NOT_EXIST");
  expect(await operator.db.prisma.template.count({ where: { name: { startsWith: "By a revoked key" } } })).toBe(0);
  for (const more of [{ templateName: "Read a table" }, { template: null }, { template: [] }])
    expectError(await call("createTask", { clientKey, task: { ...task, ...more } }), "ERROR_BAD_REQUEST");
});
