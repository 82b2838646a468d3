import { describe, expect, test } from "vitest";
import { openAccount } from "../accounts/accounts.ts";
import { createKey, listKeys, rollKey } from "../accounts/keys.ts";
import { saveSecret } from "../accounts/stored-secrets.ts";
import { type ApplicationDetails, createApplication, updateApplication } from "../applications/applications.ts";
import { listApplications } from "../applications/list-applications.ts";
import { createShareLink } from "../applications/share-links.ts";
import { correctBalance, refundTask, topUp } from "../money/enter-money.ts";
import { correctCount } from "../statistics/correct-count.ts";
import { addNote } from "../statistics/notes.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { createTask } from "../tasks/create-task.ts";
import { saveTemplate } from "../templates/save-template.ts";
import { declineVariable } from "../waits/answer-wait.ts";
import { createRule } from "../waits/inbound-rules.ts";
import {
  codeComesLater,
  lateCode,
  newApplication,
  newCaller,
  newSession,
  newTask,
  newTemplate,
  openTestContext,
} from "./testing.ts";

const system = await openTestContext();
const owner = await newCaller(system);
const accountId = owner.actor.accountId;
const softId = await newApplication(system, owner);
const templateName = await newTemplate(system, owner);
const taskId = await newTask(owner, templateName);
const waiting = await newTask(owner, templateName, { variables: codeComesLater });
const task = { websiteURL: "http://127.0.0.1/", templateName, variables: { code: "1" } };
const counted = { softId, metric: "view", at: new Date("2026-11-20"), by: 1 } as const;

const update = (more: Partial<ApplicationDetails>) =>
  updateApplication({ ctx: system, input: { softId, name: "x", ...more } });

/** Each verb that stores a name, note or reason. */
const verbs: [string, (name: string) => Promise<unknown>][] = [
  ["createKey", (name) => createKey({ ctx: system, input: { accountId, name } })],
  ["openAccount", (keyName) => openAccount({ ctx: system, input: { email: "ada@example.org", balance: 0n, keyName } })],
  ["createApplication", (name) => createApplication({ ctx: system, input: { accountId, name } })],
  ["updateApplication", (name) => update({ name })],
  ["updateApplication, a version", (version) => update({ version })],
  ["updateApplication, a link's label", (label) => update({ links: [{ label, url: "https://example.org/" }] })],
  ["createShareLink", (name) => createShareLink({ ctx: newSession(owner), input: { softId, name } })],
  [
    "saveTemplate",
    (name) => saveTemplate({ ctx: system, input: { accountId, document: { name, steps: lateCode() } } }),
  ],
  ["createRule", (name) => createRule({ ctx: system, input: { accountId, name, pattern: "(a)" } })],
  ["saveSecret", (name) => saveSecret({ ctx: owner, input: { name, value: "a value", domains: ["example.org"] } })],
  ["createTask, of a session", (session) => createTask({ ctx: owner, input: { task: { ...task, session } } })],
  ["declineVariable", (reason) => declineVariable({ ctx: owner, input: { taskId: waiting, name: "code", reason } })],
  ["addNote", (text) => addNote({ ctx: newSession(owner), input: { softId, day: "2026-11-20", text } })],
  ["cancelTask", (reason) => cancelTask({ ctx: owner, input: { taskId, reason } })],
  ["topUp", (note) => topUp({ ctx: system, input: { accountId, amount: 1n, note } })],
  ["refundTask", (note) => refundTask({ ctx: system, input: { taskId, note } })],
  ["correctBalance", (note) => correctBalance({ ctx: system, input: { accountId, amount: 1n, note } })],
  ["correctCount", (reason) => correctCount({ ctx: system, input: { ...counted, reason } })],
];

describe.for(verbs)("%s", ([, verb]) => {
  test.for(["two\nlines", "exe\u202egnp.", "x".repeat(501)])("refuses the name %j", async (name) => {
    await expect(verb(name)).rejects.toMatchObject({
      code: "ERROR_BAD_REQUEST",
      message: expect.stringMatching(/ must |^name: Too big/),
    });
  });
});

test("no table has a column for a name, note or reason that is missing from this list of verbs", async () => {
  const rows = await system.sql`
    select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and column_name ~ '(name|note|reason|text|description|label|title)$'
     order by 1`;
  expect(rows.map(({ place }) => place)).toEqual([
    "_prisma_migrations.migration_name",
    "answer_link.name",
    "api_key.name",
    "application.description",
    "application.name",
    "count.label",
    "inbound_message.rule_name",
    "inbound_rule.name",
    "inbound_rule.template_name",
    "ledger_entry.note",
    "note.text",
    "portal_user.name",
    "share_link.name",
    "stored_secret.name",
    "task.error_description",
    "task_session.name",
    "task_step.note",
    "template.name",
    "variable.name",
    "wait_notice.name",
  ]);
});

test("a name is kept in its normal form, and a template is found by any Unicode form of its name", async () => {
  const typed = " Cafe\u0301 ";
  await saveTemplate({ ctx: system, input: { accountId, document: { name: typed, steps: lateCode() } } });
  for (const form of ["Café", "Cafe\u0301"]) expect(await newTask(owner, form)).toBeGreaterThan(0);
  const { softId: named } = await createApplication({ ctx: system, input: { accountId, name: typed } });
  expect((await listApplications({ ctx: system, input: { accountId } })).items).toContainEqual(
    expect.objectContaining({ softId: named, name: "Café" }),
  );
});

test("names stored earlier stay readable, and a key with such a name can be rolled", async () => {
  const name = "old\nname\u202e";
  const { keyId } = await createKey({ ctx: system, input: { accountId, name: "old" } });
  await system.db.prisma.apiKey.update({ where: { id: keyId }, data: { name } });
  await rollKey({ ctx: system, input: { accountId, keyId, graceSeconds: 0 } });
  const names = (await listKeys({ ctx: system, input: { accountId } })).items.map((key) => key.name);
  expect(names.filter((one) => one === name)).toHaveLength(2);
});
