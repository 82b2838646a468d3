import { expect, test } from "vitest";
import type { Context, KeyContext } from "../platform/context.ts";
import { denied, newCaller, newSession, newWorker, openTestContext } from "../platform/testing.ts";
import { claimTasks } from "../tasks/claim-tasks.ts";
import { createTask } from "../tasks/create-task.ts";
import { getTaskCall } from "../tasks/get-task-call.ts";
import { builtInTemplates, installBuiltInTemplates } from "./built-in/install.ts";
import { getTemplate, listTemplateVersions, listUsableTemplates } from "./get-template.ts";
import {
  checkTemplate,
  deleteTemplate,
  type SaveOwnTemplateInput,
  saveOwnTemplate,
  saveTemplate,
} from "./save-template.ts";
import { documentCache } from "./summary.ts";

const system = await openTestContext();
await installBuiltInTemplates({ ctx: system });
const owner = await newCaller(system);
const stranger = await newCaller(system);

const seen = (selector: string) => ({ type: "WAIT_FOR_ELEMENT", selector: { permanent: selector } });
const documentOf = (name: string, ...selectors: string[]) => ({ name, steps: selectors.map(seen) });
const save = (template: unknown, more: Partial<SaveOwnTemplateInput> = {}, ctx: KeyContext = owner) =>
  saveOwnTemplate({ ctx, input: { template, ...more } });
const builtIn = "Sign-in with 2FA and wait for control text";

test("an account saves a template by key, reads it, runs it, and sees which key saved it", async () => {
  expect(await save(documentOf("Mine", "#a"))).toEqual({ version: 1, warnings: [] });
  expect(await save(documentOf("Mine", "#b"))).toMatchObject({ version: 2 });
  expect(await save(documentOf("Mine", "#b"))).toMatchObject({ version: 2 });
  expect(await getTemplate({ ctx: owner, input: { name: "Mine" } })).toMatchObject({
    template: { description: "", ...documentOf("Mine", "#b") },
    version: 2,
  });
  expect(await getTemplate({ ctx: owner, input: { name: "Mine", version: 1 } })).toMatchObject({
    template: documentOf("Mine", "#a"),
  });
  const { items } = await listUsableTemplates({ ctx: newSession(owner), input: { search: "mine" } });
  expect(items).toMatchObject([
    { name: "Mine", version: 2, builtIn: false, keyId: owner.actor.keyId, keyName: "test", variables: [] },
  ]);
});

test("a template is returned as it was written, and tasks run its long form", async () => {
  const caller = await newCaller(system);
  const short = {
    name: "Short",
    description: "",
    steps: [{ type: "WAIT_FOR_ELEMENT", selector: ["#a", "h1"], timeout: 5 }],
  };
  const [selector, timeout] = [[{ permanent: "#a" }, { permanent: "h1" }], { permanent: 5 }];
  const long = { ...short, steps: [{ type: "WAIT_FOR_ELEMENT", selector, timeout }] };
  for (const [version, document] of [short, long, short].entries()) {
    expect(await save(document, {}, caller)).toMatchObject({ version: version + 1 });
    expect(await save(document, {}, caller)).toMatchObject({ version: version + 1 });
    expect((await getTemplate({ ctx: caller, input: { name: "Short" } })).template).toEqual(document);
  }
  expect((await getTemplate({ ctx: caller, input: { name: "Short", version: 2 } })).template).toEqual(long);
  const saved = { websiteURL: "https://example.org/", templateName: "Short", variables: {} };
  const draft = { websiteURL: "https://example.org/", template: { ...short, name: "Draft" }, variables: {} };
  const [byName, byDraft] = [
    await createTask({ ctx: caller, input: { task: saved } }),
    await createTask({ ctx: caller, input: { task: draft } }),
  ];
  expect((await getTaskCall({ ctx: caller, input: { taskId: byDraft.taskId } })).draft).toEqual({
    ...short,
    name: "Draft",
  });
  const worker = await newWorker(system, { slots: 50 });
  const claimed = await claimTasks({ ctx: worker, input: { limit: 50 } });
  for (const { taskId } of [byName, byDraft])
    expect(claimed.find((one) => one.taskId === taskId)?.steps).toEqual(long.steps);
});

const create = (ctx: Context, task: object, variables = {}) =>
  createTask({ ctx, input: { task: { websiteURL: "https://example.org/", variables, ...task } } });

test("keys and the portal run what was saved last, and tasks are numbered in their order", async () => {
  const typing = { type: "FILL_INPUT", selector: "input", value: { variable: "code" } };
  await save({ name: "Saved twice", steps: [typing] });
  const named = { templateName: "Saved twice" };
  const taskIds = [(await create(owner, named, { code: "1" })).taskId];
  await saveOwnTemplate({ ctx: newSession(owner), input: { template: documentOf("Saved twice", "#a"), ifVersion: 1 } });
  for (const ctx of [owner, newSession(owner), owner]) taskIds.push((await create(ctx, named)).taskId);
  expect(taskIds).toEqual(taskIds.toSorted((a, b) => a - b));
});

test("the same draft is stored once, and is no template that anybody can read", async () => {
  const caller = await newCaller(system);
  const draft = documentOf("Draft", "h1");
  await Promise.all([1, 2, 3].map(() => create(caller, { template: draft })));
  await create(caller, { template: documentOf("Draft", "h1", "h2") });
  const stored = await system.db.prisma.template.findMany({
    where: { accountId: caller.actor.accountId, draft: true },
  });
  expect(stored).toHaveLength(2);
  await expect(getTemplate({ ctx: caller, input: { name: stored[0]?.name ?? "" } })).rejects.toMatchObject({
    code: "ERROR_TEMPLATE_NOT_FOUND",
  });
});

test("a draft needs the right templates, and a revoked key stores none", async () => {
  const { actor, ...web } = await newCaller(system);
  const draft = { template: documentOf("Draft", "h1") };
  await expect(create({ ...web, actor: { ...actor, rights: ["tasks"] } }, draft)).rejects.toMatchObject({
    ...denied,
    message: expect.stringContaining('the right "templates"'),
  });
  // One of the process's cache, which may have been revoked meanwhile: the endpoint asks the database, and calls again.
  const cached = create({ ...web, actor: { ...actor, kind: "cached key" } }, draft);
  await expect(cached).rejects.toMatchObject({ code: "ERROR_KEY_DOES_NOT_EXIST" });
  expect(await system.db.prisma.template.count({ where: { accountId: actor.accountId } })).toBe(0);
});

test("a draft is not stored with a task that is refused, whatever of the task is wrong", async () => {
  const caller = await newCaller(system);
  const { accountId } = caller.actor;
  const template = { name: "Draft", steps: [{ type: "FILL_INPUT", selector: "input", value: { variable: "code" } }] };
  const wrong = { task: { websiteURL: "nowhere", template, variables: {} }, notify: ["nobody@example.org"] };
  await expect(createTask({ ctx: caller, input: wrong })).rejects.toMatchObject({
    code: "ERROR_WEBSITE_NOT_ALLOWED",
    message: expect.stringMatching(/websiteURL.+notify has.+Missing: code/s),
  });
  for (const one of [{ websiteURL: "nowhere", variables: { code: "1" } }, { variables: {} }])
    await expect(create(caller, { template, ...one })).rejects.toThrow();
  expect(await system.db.prisma.template.count({ where: { accountId } })).toBe(0);
  await create(caller, { template }, { code: "1" });
});

test("warnings are returned with their places, and a dry run stores nothing", async () => {
  const click = { type: "CLICK", selector: { permanent: "#go" } };
  const dry = await save({ name: " Dry ", steps: [click] }, { dryRun: true });
  expect(dry).toEqual({
    version: 1,
    warnings: [{ path: "steps.1", message: expect.stringMatching(/^Nothing after it waits/) }],
    template: { name: "Dry", description: "", steps: [click] },
  });
  await expect(getTemplate({ ctx: owner, input: { name: "Dry" } })).rejects.toMatchObject({
    code: "ERROR_TEMPLATE_NOT_FOUND",
  });
});

test("ifVersion saves only over the version that the author has read; without it, two saves at once make two versions", async () => {
  await save(documentOf("Versioned", "#a"), { ifVersion: 0 });
  await save(documentOf("Versioned", "#b"), { ifVersion: 1 });
  for (const [ifVersion, problem] of [
    [0, /^The current version is 2, and ifVersion is 0\./],
    [1, /^The current version is 2, and ifVersion is 1\./],
    [3, /^The current version is 2, and ifVersion is 3\./],
  ] as const)
    for (const dryRun of [true, false])
      await expect(save(documentOf("Versioned", "#c"), { ifVersion, dryRun })).rejects.toMatchObject({
        code: "ERROR_BAD_REQUEST",
        message: expect.stringMatching(problem),
      });
  await expect(save(documentOf("Nothing yet", "#c"), { ifVersion: 1 })).rejects.toThrow(/has no template of this name/);
  const both = await Promise.allSettled([1, 2].map((n) => save(documentOf("Versioned", `#d${n}`), { ifVersion: 2 })));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);

  const saved = await Promise.all([store({ name: "B", steps: [click] }), store({ name: "B", steps: [click, click] })]);
  expect(saved[0]?.templateId).toBe(saved[1]?.templateId);
  expect(saved.map(({ version }) => version).sort()).toEqual([1, 2]);
});

test("a built-in template is replaced only on request, and is visible again once the account's own one is deleted", async () => {
  await expect(save(documentOf(builtIn, "#a"))).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringMatching(/is built in\. .* replaceBuiltIn to true/),
  });
  await save(documentOf(builtIn, "#a"), { replaceBuiltIn: true });
  const listed = async (ctx: KeyContext) =>
    (await listUsableTemplates({ ctx, input: { search: "2FA" } })).items.map((one) => one.builtIn);
  expect(await listed(owner)).toEqual([false]);
  expect(await listed(stranger)).toEqual([true]);
  const task = { websiteURL: "https://example.org/", templateName: builtIn, variables: {} };
  await createTask({ ctx: owner, input: { task } });
  await deleteTemplate({ ctx: owner, input: { name: builtIn } });
  expect(await listed(owner)).toEqual([true]);
  await expect(createTask({ ctx: owner, input: { task } })).rejects.toMatchObject({
    code: "ERROR_INCORRECT_SESSION_DATA",
  });
  await expect(deleteTemplate({ ctx: owner, input: { name: builtIn } })).rejects.toMatchObject({
    code: "ERROR_TEMPLATE_NOT_FOUND",
    message: expect.stringContaining("not built-in ones"),
  });
});

test("a created task keeps its version when the template is changed and deleted, and the name can be used again", async () => {
  const caller = await newCaller(system);
  await save(documentOf("Kept", "#first"), {}, caller);
  const task = { websiteURL: "https://example.org/", templateName: "Kept", variables: {} };
  const { taskId } = await createTask({ ctx: caller, input: { task } });
  await save(documentOf("Kept", "#second"), {}, caller);
  await deleteTemplate({ ctx: caller, input: { name: "Kept" } });
  const calls = Array.from({ length: 5 }, () => createTask({ ctx: caller, input: { task } }));
  for (const end of await Promise.allSettled(calls))
    expect(end).toMatchObject({ status: "rejected", reason: { code: "ERROR_TEMPLATE_NOT_FOUND" } });
  expect(await save(documentOf("Kept", "#third"), { ifVersion: 0 }, caller)).toMatchObject({ version: 3 });
  const worker = await newWorker(system, { slots: 50 });
  const claimed = await claimTasks({ ctx: worker, input: { limit: 50 } });
  expect(claimed.find((one) => one.taskId === taskId)?.steps).toEqual([seen("#first")]);
});

test("lists go on from page to page, and a search takes its text literally", async () => {
  const caller = await newCaller(system);
  for (const name of ["100% done", "100 done", "under_score"]) await save(documentOf(name, "#a"), {}, caller);
  const names = async (search?: string) => {
    const found: string[] = [];
    for (let after: number | undefined; ; ) {
      const { items, next } = await listUsableTemplates({ ctx: caller, input: { limit: 2, after, search } });
      found.push(...items.map(({ name }) => name));
      if (next === null) return found;
      after = next;
    }
  };
  const all = await names();
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(["100% done", "100 done", "under_score", builtIn]));
  expect(await names("100%")).toEqual(["100% done"]);
  expect(await names("R_S")).toEqual(["under_score"]);
});

const click = { type: "CLICK", selector: "#go" };
const wait = { type: "WAIT_FOR_VARIABLE_VALUE", name: "c" };
const long = Array.from({ length: 5 }, () => ({ type: "OPEN_PAGE", url: { permanent: "a".repeat(60_000) } }));
const press = (key: string) => ({ type: "PRESS_KEY", key: { permanent: key } });
const store = (document: unknown, accountId = owner.actor.accountId) =>
  saveTemplate({ ctx: system, input: { accountId, document } });

test.each<[sentence: string, steps: unknown[], problem: RegExp]>([
  ["a pattern that cannot run in linear time", [{ ...wait, pattern: "(a)\\1" }], /steps\.1\.pattern/],
  [
    "a pattern that is too large",
    [{ ...wait, pattern: "(?:abc){1000}" }],
    /^steps\.1\.pattern: .* 4,004 instructions,/,
  ],
  ["more text than a call may carry", long, /^The template has [\d,]+ bytes as JSON, and may have 262,144\./],
  ["a chord of keys that takes long to read", [press(`${"Control+".repeat(30_000)}A`)], /steps\.1\.key\.permanent/],
  ["a key that pastes what another task copied", [press("Control+V")], /steps\.1\.key\.permanent: .* FILL_INPUT/],
  ["a selector that is not CSS", [{ ...click, selector: "a >> b" }], /^steps\.1\.selector: .* CLICK holds ">>"/],
  ["a variable that could reach a prototype", [{ ...click, selector: { variable: "__proto__" } }], /__proto__/],
  ["no step at all", [], /steps/],
  ["a wait for what all pages show", [{ type: "WAIT_FOR_TEXT", text: " " }], /^steps\.1\.text: .* a text that is not/],
  ["a NUL in a text", [{ ...click, selector: { permanent: "a\0" } }], /steps\.1\.selector\.permanent: .* a NUL/],
  ["half a character", [{ ...click, selector: { variable: "\ud800" } }], /steps\.1\.selector\.variable: .*surrogate/],
])("%s is refused when the template is saved", async (_, steps, problem) => {
  await expect(store({ name: "C", steps })).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringMatching(problem),
  });
});

test("built-in templates are installed once, and again without a new version; a template of no account is refused by name", async () => {
  await installBuiltInTemplates({ ctx: system });
  const installed = await system.db.prisma.template.findMany({
    where: { accountId: null },
    select: { name: true, versions: { select: { number: true } } },
  });
  expect(installed).toEqual(builtInTemplates.map(({ name }) => ({ name, versions: [{ number: 1 }] })));
  const refused = { code: "ERROR_BAD_REQUEST", message: "There is no account 99999." };
  await expect(store({ name: "D", steps: [click] }, 99_999)).rejects.toMatchObject(refused);
});

const ctx = newSession(await newCaller(system));

test("the versions of one's own template are listed from the latest, page by page, until it is deleted", async () => {
  const name = "Mine";
  for (const selector of ["#a", "#b", "#c"])
    await saveOwnTemplate({ ctx, input: { template: documentOf(name, selector) } });
  const first = await listTemplateVersions({ ctx, input: { name, limit: 2 } });
  expect(first.items.map(({ version }) => version)).toEqual([3, 2]);
  const rest = await listTemplateVersions({ ctx, input: { name, limit: 2, after: first.next ?? undefined } });
  expect(rest).toMatchObject({ items: [{ version: 1, keyName: null }], next: null });
  await deleteTemplate({ ctx, input: { name } });
  expect(await listTemplateVersions({ ctx, input: { name } })).toEqual({ items: [], next: null });
});

test("a check returns what saving would, of a recording too: all problems, or the stored form with its warnings and variables", () => {
  const wrong = checkTemplate({
    ctx,
    input: { template: { name: "x", steps: [{ type: "CLIK" }, { type: "CLICK" }] } },
  });
  expect(wrong.problems.map(({ path }) => path)).toEqual(["steps.1.type", "steps.2.selector"]);
  const click = { type: "CLICK", selector: { variable: "button" } };
  expect(checkTemplate({ ctx, input: { template: { name: " x ", steps: [click] } } })).toMatchObject({
    problems: [],
    warnings: [{ path: "steps.1" }],
    variables: [{ name: "button", late: false }],
    template: { name: "x" },
  });

  const change = { type: "change", value: "canary value", selectors: [["#login"]] };
  const checked = checkTemplate({ ctx, input: { recording: { steps: [change] }, name: "x" } });
  expect(checked.variables).toMatchObject([{ name: "login", late: false, entry: "text" }]);
  expect(JSON.stringify(checked)).not.toContain("canary");
  expect(checkTemplate({ ctx, input: { recording: {}, name: "x" } }).problems[0]?.path).toBe("recording.steps");
});

test("documents are read at once although they do not fit into the cache together, and a missing one is missing", async () => {
  await store({ name: "Large", steps: [click] });
  const rows = await system.sql`
    insert into template_version (template_id, number, document)
    select template_id, number + n, document || jsonb_build_object('description', repeat('x', 250000))
      from (select template_id, number, document from template_version order by id desc limit 1) v, generate_series(1, 40) n
    returning id`;
  const documents = await Promise.all(rows.map(({ id }) => system.cache(documentCache).read(id)));
  expect(documents.map((document) => document?.description?.length)).toEqual(rows.map(() => 250_000));
  expect(await system.cache(documentCache).read(2_000_000_000)).toBeUndefined();
});
