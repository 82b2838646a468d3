import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import type { Json } from "../http.ts";
import { draft, echoSteps, freshName, type Service, still, waitForIt } from "../service.ts";

const uses = (...names: string[]) => names.map((name) => ({ type: "WAIT_FOR_TEXT", text: { variable: name } }));
const waitsFor = (name: string) => ({ type: "WAIT_FOR_VARIABLE_VALUE", name });

/** Every one of these values of a property is refused with the error. */
async function refusesEach(service: Service, property: string, values: readonly unknown[], ...error: Failure) {
  for (const value of values)
    await service.fails("createTask", { task: await service.task({ [property]: value }) }, ...error);
}

type Failure = [code: string, words?: RegExp | string];

/** A body of createTask in which the text of the value is exactly this. */
async function withValue(service: Service, text: string): Promise<string> {
  const template = draft(echoSteps(service.page));
  const task = await service.task({ template, variables: { code: "<code>", gate: waitForIt } });
  return service.bodyOf({ task }).replace('"<code>"', text);
}

/** A body of createTask whose task waits for `v0`, `v1` and so on, and shows them in the page's address. */
async function waitingFor(service: Service, count: number): Promise<string> {
  if (service.noWorker) await service.waitingTask();
  const names = Array.from({ length: count }, (_, n) => `v${n}`);
  const url = { text: `${service.page}#${names.map((name) => `{{${name}}}`).join("|")}` };
  const steps = [...names.map(waitsFor), { type: "OPEN_PAGE", url }, waitsFor("gate")];
  const late = Object.fromEntries([...names, "gate"].map((name) => [name, waitForIt]));
  const task = await service.task({ template: draft(steps), variables: late });
  return service.bodyOf({ task });
}

/** The task that a body of createTask makes. */
const createdBy = async (service: Service, body: string): Promise<number> =>
  service.success(await service.post("createTask", body), "createTask").taskId;

const balanceOf = async (service: Service): Promise<number> => (await service.succeeds("getBalance")).balance;

const { checks, section, rule, test } = checkList();

export { checks as createTask };

section("gatepost", "2");
rule("`task` is missing or not an object");
test("A call without an object task is ERROR_TASK_ABSENT", async (service) => {
  for (const task of [undefined, null, [], "text", 1, true])
    await service.fails("createTask", { task }, "ERROR_TASK_ABSENT");
});
rule("`task.type` is not `AntiGateTask`");
test("Another task.type is ERROR_TASK_NOT_SUPPORTED", (service) => {
  const types = [undefined, null, "", "antigatetask", "NoCaptchaTask", "ImageToTextTask", 1, {}];
  return refusesEach(service, "type", types, "ERROR_TASK_NOT_SUPPORTED");
});
rule("a variable that the template uses is missing (all missing ones are listed)");
test("All variables that are missing are listed", async (service) => {
  const answer = await service.create(uses("login", "password", "pin"), { password: "x" });
  const { errorDescription } = service.failure(answer, "ERROR_INCORRECT_SESSION_DATA", "login, pin");
  assert.doesNotMatch(errorDescription, /password/);
  service.failure(await service.create([waitsFor("code")], {}), "ERROR_INCORRECT_SESSION_DATA", "code");
});
rule("is `_WAIT_FOR_IT_` although no WAIT_FOR_VARIABLE_VALUE comes before its first use on every path");
test("A late variable needs a step that waits for it before its first use on every path", async (service) => {
  const branch = { type: "IF_ELEMENT", selector: "h1", then: [waitsFor("code")] };
  for (const steps of [uses("code"), [...uses("code"), waitsFor("code")], [branch, ...uses("code")]])
    service.failure(await service.create(steps, { code: waitForIt }), "ERROR_INCORRECT_SESSION_DATA", "code");
});
rule("Extra variables are ignored, and a wait whose value is never used is valid");
test("Extra variables are ignored, and a wait whose value is never used is valid", async (service) => {
  const variables = { text: "Hello", more: 1, later: waitForIt };
  service.success(await service.create(uses("text"), variables), "with more variables");
  service.success(await service.create([waitsFor("approval")], { approval: waitForIt }), "a wait alone");
  for (const none of [undefined, null]) service.success(await service.create(still, none), "no variables");
});
rule("the account can use no template of that name; the description suggests the nearest ones");
test("An unknown template is ERROR_TEMPLATE_NOT_FOUND, which suggests the nearest names", async (service) => {
  const { templates } = await service.succeeds("listTemplates", { search: "Sign-in", limit: 1 });
  const templateName = templates[0].name.toLowerCase();
  const task = await service.task({ template: undefined, templateName, variables: {} });
  await service.fails("createTask", { task }, "ERROR_TEMPLATE_NOT_FOUND", templates[0].name);
});
rule("`websiteURL` is not an absolute http(s) URL");
test("websiteURL must be an absolute http(s) URL", (service) => {
  const urls =
    "|example.org|/login|//example.org|ftp://example.org|file:///etc/passwd|javascript:alert(1)|about:blank|data:text/html,x|chrome://version|https://?|http://|http://[::1|http://exa mple.org";
  return refusesEach(service, "websiteURL", urls.split("|"), "ERROR_WEBSITE_NOT_ALLOWED");
});
rule(
  "its host is an IP address that tasks may not reach, or `localhost` or a name below it; other names are not resolved here",
);
test("websiteURL cannot be a closed IP address in any form, and names are not resolved", async (service) => {
  const hosts =
    "10.0.0.1 192.168.1.1 169.254.169.254 172.16.0.1:8080 0.0.0.0 [fe80::1] [fd00::1] 100.64.0.1 [::ffff:10.0.0.1] 167772161 0xa000001 012.0.0.1 10.1 224.0.0.1 [::]";
  const urls = hosts.split(" ").map((host) => `http://${host}/`);
  await refusesEach(service, "websiteURL", urls, "ERROR_WEBSITE_NOT_ALLOWED");
  await service.newTask({ websiteURL: "https://no-such-host.invalid/" });
});
rule(
  "a property is missing or of the wrong type; the description has the path of each (of ten, then how many more) and what is expected",
);
test("A property of the wrong type is ERROR_BAD_REQUEST, with its path", async (service) => {
  const expected = {
    websiteURL: [undefined, null, 1, {}, ["https://example.org"]],
    variables: [[], "text", 1, true],
    domainsOfInterest: [{}, "a.example", [1], [null]],
    engine: ["firefox", 1],
    onFailure: ["retry", true],
    template: ["text", 1, []],
  };
  for (const [name, values] of Object.entries(expected))
    await refusesEach(service, name, values, "ERROR_BAD_REQUEST", `task.${name}`);
  const more = {
    softId: ["https", "abc", 1.5, -1, {}, [], true],
    callbackUrl: ["ftp://example.org", "nowhere", "http://10.0.0.1/", "https://ada:pw@example.org/", 1, {}],
    callbackOn: [["start"], "end", 1],
    notify: ["ada@example.org", [1]],
  };
  for (const template of [undefined, null])
    for (const templateName of [undefined, null, "", 1, {}]) {
      const task = await service.task({ template, templateName });
      await service.fails("createTask", { task }, "ERROR_BAD_REQUEST", "task.templateName");
    }
  const both = await service.task({ templateName: "Read a table" });
  await service.fails("createTask", { task: both }, "ERROR_BAD_REQUEST", "task.template");
  const task = await service.task();
  for (const callbackOn of [["end"], ["waiting"], ["waiting", "end"], [], null])
    await service.succeeds("createTask", { task, callbackUrl: "https://example.org/hook", callbackOn });
  for (const [name, values] of Object.entries(more))
    for (const value of values) await service.fails("createTask", { task, [name]: value }, "ERROR_BAD_REQUEST", name);
});
test("Each wrong property is named, ten of them at most", async (service) => {
  const task = await service.task({ variables: [], engine: 1 });
  const words = /task\.variables.*task\.engine.*notify\[7\].* 3 more/s;
  await service.fails("createTask", { task, notify: Array(11).fill(1) }, "ERROR_BAD_REQUEST", words);
});
rule("the balance does not cover the task's price");
test("A call that costs more than the balance is ERROR_ZERO_BALANCE", async (service) => {
  const task = await service.task();
  await service.fails("createTask", { clientKey: service.key("poorKey"), task }, "ERROR_ZERO_BALANCE");
});

section("gatepost", "3");
rule("A response with a `taskId` means that the task is on disk and its price is held.");
test("taskId is a positive integer below 2^53, and the price is held until the task ends", async (service) => {
  const before = await balanceOf(service);
  const taskId = await service.newTask();
  assert.ok(Number.isSafeInteger(taskId) && taskId > 0, `taskId ${taskId}`);
  assert.ok((await balanceOf(service)) < before, "the price is not held");
  await service.succeeds("cancelTask", { taskId });
  assert.equal(await balanceOf(service), before, "the price is not released");
});
rule("one for each property of `task` that Gatepost does not know (beyond ten, one sentence counts the rest)");
test("Beyond ten unknown properties, one sentence counts the rest", async (service) => {
  const unknown = Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`x${n}`, n]));
  const { warnings } = await service.succeeds("createTask", { task: await service.task(unknown) });
  assert.equal(warnings.length, 11);
  assert.match(warnings[10], /^3 more /);
});
rule(
  "A number is typed exactly as it was sent (`9007199254740993`, `1.10` and `1e400` included), here and in pushAntiGateVariable.",
);
test("A number is typed exactly as it was sent, at creation and by a push", async (service) => {
  const texts = ["9007199254740993", "1.10", "1e400", "[1.10,9007199254740993]"];
  const late = await waitingFor(service, texts.length);
  const given = late.replace(/"v(\d)":"_WAIT_FOR_IT_"/g, (_, n) => `"v${n}":${texts[n]}`);
  const created = await createdBy(service, given);
  const pushed = await createdBy(service, await waitingFor(service, texts.length));
  for (const [n, text] of texts.entries())
    service.success(await service.pushText(pushed, `v${n}`, text), `the push of ${text}`);
  for (const taskId of [created, pushed]) assert.equal(await service.echoOf(taskId), texts.join("|"));
});
rule("Steps type strings unchanged; `null` empties the field; anything else is typed as compact JSON.");
test("null empties a field, and what is no string is typed as compact JSON", async (service) => {
  const values = ["two  spaces", null, false, 0, { a: [1, { b: null }] }];
  const taskId = await createdBy(service, await waitingFor(service, values.length));
  for (const [n, value] of values.entries()) await service.pushed(taskId, value, `v${n}`);
  assert.equal(await service.echoOf(taskId), 'two  spaces||false|0|{"a":[1,{"b":null}]}');
});
rule("A value with a lone surrogate is ERROR_BAD_REQUEST.");
test("A value with a lone surrogate is ERROR_BAD_REQUEST", async (service) => {
  const taskId = await service.newTask();
  for (const text of ['"\\ud83d"', '["a\\udca9"]', '{"\\ud83d":1}']) {
    const created = await service.post("createTask", await withValue(service, text));
    service.failure(created, "ERROR_BAD_REQUEST", "lone surrogate", text);
    const pushed = await service.pushText(taskId, service.variable, text);
    service.failure(pushed, "ERROR_BAD_REQUEST", undefined, text);
  }
});
rule("The string `_WAIT_FOR_IT_` marks a late variable.");
test("Only the very string _WAIT_FOR_IT_ marks a late variable", async (service) => {
  for (const code of ["_wait_for_it_", " _WAIT_FOR_IT_", [waitForIt], { value: waitForIt }])
    service.success(await service.create(uses("code"), { code }), JSON.stringify(code));
});
rule("the first 150 characters of the document's name, the UTC day and a hash of the document");
test("A draft is listed with its name, its day and a hash, and is no template", async (service) => {
  const name = freshName();
  const task = await service.task({ template: { name, steps: still }, variables: {} });
  const { taskId } = await service.succeeds("createTask", { task });
  const { tasks } = await service.succeeds("listTasks", { limit: 1, after: taskId + 1 });
  assert.match(tasks[0].templateName, new RegExp(`^${name} \\(draft \\d{4}-\\d{2}-\\d{2} [0-9a-f]{16}\\)$`));
  assert.deepEqual((await service.succeeds("listTemplates", { search: name })).templates, []);
});
rule("It is checked as `saveTemplate` does; the description has the first ten problems, and there is no `problems`.");
test("A draft's problems are in the description", async (service) => {
  const answer = await service.create([{ type: "CLIK" }, { type: "NONSENSE" }], {});
  const body = service.failure(answer, "ERROR_BAD_REQUEST", /CLICK.*NONSENSE/s);
  assert.ok(!("problems" in body));
});
rule("An address that is not confirmed is ERROR_BAD_REQUEST here, and ignored in a template.");
test("notify takes confirmed addresses of the account's people only", async (service) => {
  const body = { task: await service.task(), notify: ["nobody@example.org"] };
  await service.fails("createTask", body, "ERROR_BAD_REQUEST", "notify");
});
rule(
  "A public suffix, such as `co.uk`, is refused unless it is that host. `expires` is −1 or Unix seconds up to the end of the year 9999.",
);
test("A cookie that no page would get is refused", async (service) => {
  const cookie = { name: "a", value: "b", domain: ".example.org" };
  await service.newTask({ cookies: [cookie] });
  for (const [wrong, words] of [
    [{ expires: 1e15 }, /task\.cookies\[1\]\.expires.*Unix seconds up to the end of the year 9999/],
    [{ domain: "http://x" }, /task\.cookies\[1\]\.domain.*a host name/],
    [{ domain: "co.uk" }, /task\.cookies\[1\]\.domain.*example\.co\.uk/],
  ] as const)
    await refusesEach(service, "cookies", [[cookie, { ...cookie, ...wrong }]], "ERROR_BAD_REQUEST", words);
});
rule(
  "The templates `Sign-in and wait for control text` and `Sign-in with 2FA and wait for control text`, which examples of this protocol use, are built in.",
);
test("The two templates of the protocol's examples are built in", async (service) => {
  for (const search of ["Sign-in and wait for control text", "Sign-in with 2FA and wait for control text"]) {
    const { templates } = await service.succeeds("listTemplates", { search });
    const found = templates.map(({ name, builtIn }: Json) => [name, builtIn]);
    assert.deepEqual(found, [[search, true]]);
  }
});

section("gatepost", "5");
rule("No variable can be named `_help`.");
test("No variable can be named _help or reach a prototype", async (service) => {
  for (const name of ["_help", "__proto__", "constructor", "prototype"]) {
    const body = (await withValue(service, '"1"')).replace('"gate":', `"${name}":1,"gate":`);
    service.failure(await service.post("createTask", body), "ERROR_BAD_REQUEST", `task.variables.${name}`, name);
  }
});
