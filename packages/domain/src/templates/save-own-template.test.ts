import { expect, test } from "vitest";
import type { KeyContext } from "../platform/context.ts";
import { newCaller, newSession, newWorker, openTestContext } from "../platform/testing.ts";
import { claimTasks } from "../tasks/claim-tasks.ts";
import { createTask } from "../tasks/create-task.ts";
import { getTaskCall } from "../tasks/get-task-call.ts";
import { installBuiltInTemplates } from "./built-in/install.ts";
import { getTemplate, listUsableTemplates } from "./get-template.ts";
import { deleteTemplate, type SaveOwnTemplateInput, saveOwnTemplate } from "./save-template.ts";

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

test("ifVersion saves only over the version that the author has read", async () => {
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

test("a deleted template does not count towards the limit", async () => {
  const limits = { ...system.settings.accountLimits, templates: 1 };
  const caller = await newCaller(system);
  const ctx = { ...caller, settings: { ...caller.settings, accountLimits: limits } };
  await save(documentOf("One", "#a"), {}, ctx);
  await expect(save(documentOf("Two", "#a"), {}, ctx)).rejects.toThrow("there are 1 templates. Delete one");
  await deleteTemplate({ ctx, input: { name: "One" } });
  await save(documentOf("Two", "#a"), {}, ctx);
  await expect(save(documentOf("One", "#a"), {}, ctx)).rejects.toThrow("there are 1 templates.");
});

test("versions of a template count towards the limit while tasks may need them, and not long after its deletion", async () => {
  const limits = { ...system.settings.accountLimits, templateVersions: 2 };
  const caller = await newCaller(system);
  const ctx = { ...caller, settings: { ...caller.settings, accountLimits: limits } };
  await save(documentOf("Old", "#a"), {}, ctx);
  await save(documentOf("Old", "#b"), {}, ctx);
  await deleteTemplate({ ctx, input: { name: "Old" } });
  await expect(save(documentOf("New", "#a"), {}, ctx)).rejects.toThrow(
    "versions of templates that tasks may still need",
  );
  const { accountId } = caller.actor;
  await system.sql`update template set deleted_at = now() - interval '1 year' where account_id = ${accountId}`;
  await save(documentOf("New", "#a"), {}, ctx);
  expect(await system.db.prisma.template.findMany({ where: { accountId }, select: { name: true } })).toEqual([
    { name: "New" },
  ]);
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
