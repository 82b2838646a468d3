import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import type { Json } from "../http.ts";
import { freshName, type Service, waitForIt } from "../service.ts";

const steps = [{ type: "WAIT_FOR_ELEMENT", selector: "h1" }];

/** Runs what makes a template of this name, and deletes it. */
async function withTemplate(service: Service, work: (name: string) => Promise<void>): Promise<void> {
  const name = freshName();
  try {
    await work(name);
  } finally {
    await service.call("deleteTemplate", { name }).catch(() => {});
  }
}

const { checks, section, rule, test } = checkList();

export { checks as templates };

section("gatepost", "9");
rule("Each save of a changed document is the next version.");
test("Each save of a changed document is the next version, and an unchanged one makes none", (service) =>
  withTemplate(service, async (name) => {
    const save = async (of: Json[]) =>
      (await service.succeeds("saveTemplate", { template: { name, steps: of } })).version;
    const more = [...steps, ...steps];
    assert.deepEqual([await save(steps), await save(steps), await save(more), await save(more)], [1, 1, 2, 2]);
    const earlier = await service.succeeds("getTemplate", { name, version: 1 });
    assert.deepEqual(earlier.template.steps, steps);
  }));
rule("A document is returned in the form in which it was saved.");
test("A document is returned in the form in which it was saved", (service) =>
  withTemplate(service, async (name) => {
    const mixed = [
      { type: "FILL_INPUT", selector: { permanent: "#a" }, value: { variable: "v" } },
      { type: "WAIT_FOR_ELEMENT", selector: ["#a", "#b"], timeout: 5 },
    ];
    await service.succeeds("saveTemplate", { template: { name, steps: mixed } });
    assert.deepEqual((await service.succeeds("getTemplate", { name })).template.steps, mixed);
  }));
rule(
  "`ifVersion` saves only if this is the current version, otherwise ERROR_BAD_REQUEST; 0 saves only if there is no such template.",
);
test("ifVersion saves only over this version, and 0 only if there is no such template", (service) =>
  withTemplate(service, async (name) => {
    const save = (ifVersion: number, count: number) =>
      service.call("saveTemplate", { template: { name, steps: Array(count).fill(steps[0]) }, ifVersion });
    service.failure(await save(1, 1), "ERROR_BAD_REQUEST");
    service.success(await save(0, 1), "the first save");
    service.failure(await save(0, 2), "ERROR_BAD_REQUEST");
    service.success(await save(1, 2), "the next save");
    service.failure(await save(1, 3), "ERROR_BAD_REQUEST");
  }));
rule("Names of templates, secrets and sessions are trimmed, where they are stored and in every call that uses one.");
test("Names are trimmed in every call", (service) =>
  withTemplate(service, async (name) => {
    await service.succeeds("saveTemplate", { template: { name: ` ${name} `, steps } });
    assert.equal((await service.succeeds("getTemplate", { name: `${name} ` })).template.name, name);
    const task = await service.task({ template: undefined, templateName: ` ${name}`, variables: {} });
    const { taskId } = await service.succeeds("createTask", { task });
    const { tasks } = await service.succeeds("listTasks", { templateName: ` ${name} ` });
    const listed = tasks.map((one: Json) => [one.taskId, one.templateName]);
    assert.deepEqual(listed, [[taskId, name]]);
  }));
rule("Tasks keep the version that was current when they were created, also after a deletion.");
test("A deleted template is gone, and its tasks go on", async (service) => {
  const name = freshName();
  const waiting = { name, steps: [{ type: "WAIT_FOR_VARIABLE_VALUE", name: "code" }] };
  await service.succeeds("saveTemplate", { template: waiting });
  const task = await service.task({ template: undefined, templateName: name, variables: { code: waitForIt } });
  const { taskId } = await service.succeeds("createTask", { task });
  await service.succeeds("deleteTemplate", { name });
  await service.fails("deleteTemplate", { name }, "ERROR_TEMPLATE_NOT_FOUND");
  await service.fails("getTemplate", { name }, "ERROR_TEMPLATE_NOT_FOUND");
  await service.fails("createTask", { task }, "ERROR_TEMPLATE_NOT_FOUND");
  assert.equal((await service.succeeds("getTaskResult", { taskId })).status, "processing");
});
rule("Saving under the name of a built-in template needs `replaceBuiltIn: true`.");
test("Saving under the name of a built-in template needs replaceBuiltIn", async (service) => {
  const template = { name: "Read a table", steps };
  await service.fails("saveTemplate", { template, dryRun: true }, "ERROR_BAD_REQUEST", "replaceBuiltIn");
  await service.succeeds("saveTemplate", { template, dryRun: true, replaceBuiltIn: true });
});
rule(
  "An invalid document is ERROR_BAD_REQUEST with every problem in `problems: [{path, message}]` beside the envelope, at most 100, and then one that counts the rest.",
);
test("An invalid document is refused with every problem, its path and what to write instead", async (service) => {
  const wrong = [{ type: "CLIK" }, { type: "CLICK", selector: 5 }, { type: "CLICK", selector: "a[" }];
  const unnamed = { template: { nmae: "A", steps: wrong } };
  const { problems } = await service.fails("saveTemplate", unnamed, "ERROR_BAD_REQUEST");
  const paths = problems.map(({ path }: Json) => path);
  assert.deepEqual(paths, ["name", "nmae", "steps.1.type", "steps.2.selector", "steps.3.selector"]);
  assert.match(problems[2].message, /CLICK/);
  const many = Array.from({ length: 150 }, () => ({ type: "CLIK" }));
  const body = await service.fails("saveTemplate", { template: { name: "A", steps: many } }, "ERROR_BAD_REQUEST");
  assert.equal(body.problems.length, 101);
  assert.match(body.problems[100].message, /50 more problems/);
});
rule("becomes a document with a variable for each typed text, passwords too, and for each chosen file");
test("A recording becomes a document with a variable for each typed text, which is not kept", (service) =>
  withTemplate(service, async (name) => {
    const recording = {
      title: "Recording",
      steps: [
        { type: "navigate", url: "https://example.com/login?canary=1" },
        { type: "change", value: "canary-text", selectors: [["#login"]] },
        { type: "change", value: "canary-code", selectors: [["#code"]] },
      ],
    };
    await service.succeeds("saveTemplate", { recording, name, late: ["code"] });
    const { text, body } = await service.call("getTemplate", { name });
    assert.doesNotMatch(text, /canary/);
    const types = body.template.steps.map(({ type }: Json) => type);
    assert.ok(types.includes("FILL_INPUT") && types.includes("WAIT_FOR_VARIABLE_VALUE"), text);
    const listed = await service.succeeds("listTemplates", { search: name });
    const said = listed.templates[0].variables.map(({ name, late }: Json) => [name, late]);
    assert.deepEqual(said.sort(), [
      ["code", true],
      ["login", false],
    ]);
  }));
rule(
  "`saveSecret`, `listSecrets` and `deleteSecret`. No method returns a value. Saving under an existing name replaces value and domains.",
);
test("No method returns a stored secret, and saving under its name replaces it", async (service) => {
  const name = freshName();
  try {
    await service.succeeds("saveSecret", { name, value: "canary", domains: ["example.org"] });
    await service.succeeds("saveSecret", { name, value: "canary", domains: ["EXAMPLE.com."] });
    const secrets = await service.listed("listSecrets", "secrets");
    assert.doesNotMatch(JSON.stringify(secrets), /canary/);
    assert.deepEqual(secrets.find((one) => one.name === name)?.domains, ["example.com"]);
    for (const domain of ["co.uk", "github.io"])
      await service.fails("saveSecret", { name, value: "x", domains: [domain] }, "ERROR_BAD_REQUEST", domain);
  } finally {
    await service.call("deleteSecret", { name });
  }
});
rule(
  "A template that uses a secret which is not stored can be saved, with a warning; createTask of it is ERROR_BAD_REQUEST.",
);
test("A template may use a secret that is not stored, with a warning, and createTask of it is refused", (service) =>
  withTemplate(service, async (name) => {
    const typing = { type: "FILL_INPUT", selector: "input", value: { secret: name } };
    const { warnings } = await service.succeeds("saveTemplate", { template: { name, steps: [typing] } });
    assert.equal(warnings.length, 1);
    const task = await service.task({ template: undefined, templateName: name, variables: {} });
    await service.fails("createTask", { task }, "ERROR_BAD_REQUEST", name);
  }));
rule("`listSessions` and `deleteSession`. What is in a session is never returned");
test("What is in a session is never returned, and a deleted one is gone", async (service) => {
  const session = freshName();
  await service.newTask({ session });
  const listed = async () => {
    const sessions = await service.listed("listSessions", "sessions");
    for (const one of sessions) assert.ok(!("cookies" in one) && !("storage" in one), "contents of a session");
    return sessions.some(({ name }) => name === session);
  };
  assert.equal(await listed(), true);
  await service.succeeds("deleteSession", { name: ` ${session}` });
  assert.equal(await listed(), false);
});
