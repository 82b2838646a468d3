import { accountLimits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { archiveApplication, createApplication, restoreApplication } from "../applications/applications.ts";
import { createShareLink, revokeShareLink } from "../applications/share-links.ts";
import { newApplication, newCaller, newSession, newTask, newTemplate, openTestContext } from "../platform/testing.ts";
import { addNote, removeNote } from "../statistics/notes.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { deleteTemplate, saveTemplate } from "../templates/save-template.ts";
import { lockAdditions } from "./account-limits.ts";
import { createKey, deleteKey, listKeys, revokeKey, rollKey } from "./keys.ts";
import { deleteSecret, saveSecret } from "./stored-secrets.ts";

/** S16: how many of each thing an account may have, also where several are made at once. */

const limits = {
  ...accountLimits,
  keys: 3,
  endedKeys: 4,
  applications: 2,
  applicationsInAll: 4,
  templates: 2,
  templateVersions: 4,
  shareLinks: 2,
  notes: 2,
  secrets: 2,
  sessions: 2,
};
const system = await openTestContext({ accountLimits: limits });

/** Makes ten at once. Expects that `free` were made, and that the others were refused with a remedy. */
async function fill<Made>(free: number, make: (n: number) => Promise<Made>, remedy: RegExp): Promise<Made[]> {
  const made = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => make(n)));
  const refused = made.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused).toHaveLength(10 - free);
  for (const error of refused)
    expect(error).toMatchObject({ code: "ERROR_BAD_REQUEST", message: expect.stringMatching(remedy) });
  return made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

async function newAccount() {
  const caller = await newCaller(system);
  return { caller, ctx: newSession(caller), accountId: caller.actor.accountId };
}

test("keys: revoked ones do not count, nor do those that are rolled without a grace period", async () => {
  const { ctx, accountId } = await newAccount();
  const create = () => createKey({ ctx, input: { accountId, name: "shop" } });
  // newCaller has made one.
  const [first, second] = await fill(2, create, /^The limit is reached: there are 3 keys that work\. Revoke one /);
  const roll = (graceSeconds: number) =>
    rollKey({ ctx, input: { accountId, keyId: second?.keyId as number, graceSeconds } });
  await expect(roll(60)).rejects.toThrow("The limit is reached");
  await roll(0);
  await expect(create()).rejects.toThrow("The limit is reached");
  await revokeKey({ ctx, input: { accountId, keyId: first?.keyId as number } });
  await create();
});

test("revoked and expired keys are listed last, also after one that was deleted, and the oldest are deleted", async () => {
  const { ctx, accountId } = await newAccount();
  const ended: number[] = [];
  for (let n = 0; n < 7; n++) {
    const { keyId } = await createKey({ ctx, input: { accountId, name: `key ${n}` } });
    await revokeKey({ ctx, input: { accountId, keyId } });
    ended.unshift(keyId);
  }
  const { keyId: last } = await createKey({ ctx, input: { accountId, name: "in use" } });
  const pages: number[][] = [];
  for (let after: number | undefined; ; ) {
    const { items, next } = await listKeys({ ctx, input: { accountId, limit: 2, after } });
    pages.push(items.map(({ keyId }) => keyId));
    if (next === null) break;
    after = next;
  }
  expect(pages).toEqual([[last, expect.any(Number)], ended.slice(0, 2), ended.slice(2, 4)]);
  const after = ended[1] as number;
  await deleteKey({ ctx, input: { accountId, keyId: after } });
  const { items } = await listKeys({ ctx, input: { accountId, limit: 2, after } });
  expect(items.map(({ keyId }) => keyId)).toEqual(ended.slice(2, 4));
});

test("a key that was revoked or has expired can be deleted, and no other one", async () => {
  const { ctx, caller, accountId } = await newAccount();
  const works = caller.actor.keyId;
  const { keyId: revoked } = await createKey({ ctx, input: { accountId, name: "revoked" } });
  await revokeKey({ ctx, input: { accountId, keyId: revoked } });
  const expiresAt = new Date(Date.now() - 1_000);
  const { keyId: expired } = await createKey({ ctx, input: { accountId, name: "expired", expiresAt } });
  const remove = (keyId: number, by = { ctx, accountId }) =>
    deleteKey({ ctx: by.ctx, input: { accountId: by.accountId, keyId } });
  await expect(remove(expired, await newAccount())).rejects.toThrow("The account has no key");
  for (const keyId of [revoked, expired]) await remove(keyId);
  await expect(remove(works)).rejects.toThrow("The account has no key");
  expect((await listKeys({ ctx, input: { accountId } })).items.map(({ keyId }) => keyId)).toEqual([works]);
});

test("applications: archived ones do not count, but there is a limit of all", async () => {
  const { ctx, accountId } = await newAccount();
  const create = () => createApplication({ ctx, input: { accountId, name: "A" } });
  const archive = ({ softId }: { softId: number }) => archiveApplication({ ctx, input: { softId } });
  const remedy = /^The limit is reached: there are 2 applications\. Archive one /;
  const [first, second] = await fill(2, create, remedy);
  for (const one of [first, second]) await archive(one as { softId: number });
  const others = await fill(2, create, remedy);
  const restore = () => restoreApplication({ ctx, input: first as { softId: number } });
  await expect(restore()).rejects.toThrow(remedy);
  for (const one of others) await archive(one);
  await restore();
  await expect(create()).rejects.toThrow("there are 4 applications, archived ones included. Ask the operator");
});

test("sessions; share links, notes, secrets and templates, of which revoked and removed ones do not count", async () => {
  const { ctx, caller, accountId } = await newAccount();
  const templateName = await newTemplate(system, caller);
  const open = (n: number) => newTask(caller, templateName, { also: { session: `${n}` } });
  await fill(2, open, /^The limit is reached: there are 2 sessions/);
  await deleteTemplate({ ctx, input: { name: templateName } });

  const softId = await newApplication(system, caller);
  const share = () => createShareLink({ ctx, input: { softId, name: "press" } });
  const links = /there are 2 share links for this application\. Revoke one/;
  const [first] = await fill(2, share, links);
  await revokeShareLink({ ctx, input: { shareId: first?.shareId as number } });
  await fill(1, share, links);
  const add = () => addNote({ ctx, input: { softId, day: "2026-11-02", text: "said" } });
  const notes = /there are 2 notes for this application\. Remove some/;
  const [note] = await fill(2, add, notes);
  await removeNote({ ctx, input: { softId, noteId: note?.noteId as number } });
  await fill(1, add, notes);

  const domains = ["bank.example"];
  const store = async (n: number) => {
    const name = `secret ${n}`;
    await saveSecret({ ctx, input: { name, value: "correct horse", domains } });
    return name;
  };
  const [name = "", replaced = ""] = await fill(2, store, /^The limit is reached/);
  await saveSecret({ ctx, input: { name: replaced, value: "replaced value", domains } });
  await deleteSecret({ ctx, input: { name } });
  await fill(1, (n) => store(10 + n), /^The limit is reached/);
  const saveNew = async (n: number) => {
    const document = { name: `template ${n}`, steps: [{ type: "TAKE_SCREENSHOT" }] };
    await saveTemplate({ ctx: system, input: { accountId, document } });
    return document;
  };
  const templates = /there are 2 templates\. Delete one/;
  const [saved] = await fill(2, saveNew, templates);
  await deleteTemplate({ ctx, input: { name: saved?.name ?? "" } });
  await fill(1, (n) => saveNew(10 + n), templates);
});

test("versions of templates count as long as tasks can need them, also of deleted ones", async () => {
  const { ctx, accountId } = await newAccount();
  const save = (name: string, seconds: number) => {
    const steps = [{ type: "PAUSE", seconds: { permanent: seconds } }];
    return saveTemplate({ ctx: system, input: { accountId, document: { name, steps } } });
  };
  await save("deleted", 1);
  expect(await save("kept", 1)).toMatchObject({ version: 1 });
  expect(await save("kept", 1), "an unchanged one is no version").toMatchObject({ version: 1 });
  for (const seconds of [2, 3]) await save("kept", seconds);
  await deleteTemplate({ ctx, input: { name: "deleted" } });
  const refused = "there are 4 versions of templates that tasks may still need.";
  await expect(save("kept", 4)).rejects.toThrow(refused);
  await system.sql`update template set deleted_at = now() - interval '1 year' where name = 'deleted'`;
  await save("kept", 4);
  expect(await system.db.prisma.template.count({ where: { accountId } })).toBe(1);
  await expect(save("kept", 5)).rejects.toThrow(refused);
  await system.sql`
    update template_version v set created_at = now() - interval '70 days'
      from template t where t.id = v.template_id and t.account_id = ${accountId} and v.number < 3`;
  expect(await save("kept", 5)).toMatchObject({ version: 5 });
  const kept = await system.db.prisma.templateVersion.findMany({
    where: { template: { accountId } },
    orderBy: { number: "asc" },
  });
  // The second one was still the current one less than 70 days ago.
  expect(kept.map(({ number }) => number)).toEqual([2, 3, 4, 5]);
});

test("S16: a task is created and ends while something is added to its account, because others' tasks are in the same batches", async () => {
  const { caller, accountId } = await newAccount();
  const templateName = await newTemplate(system, caller);
  await caller.db.transaction(async (tx) => {
    await lockAdditions(tx, accountId);
    const taskId = await newTask(caller, templateName);
    await cancelTask({ ctx: caller, input: { taskId } });
  });
});
