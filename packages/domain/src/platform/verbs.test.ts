import { describe, expect, test } from "vitest";
import { listAccounts, openAccount, setAccount } from "../accounts/accounts.ts";
import { createKey, listKeys, revokeKey, rollKey } from "../accounts/keys.ts";
import { saveSecret } from "../accounts/stored-secrets.ts";
import {
  type ApplicationDetails,
  createApplication,
  publishApplication,
  updateApplication,
} from "../applications/applications.ts";
import { listApplications } from "../applications/list-applications.ts";
import { createShareLink } from "../applications/share-links.ts";
import { changeSecret } from "../encryption/change-secret.ts";
import { requireSecret } from "../encryption/installation-secret.ts";
import { setEmbedOrigins } from "../live/open-live.ts";
import { correctBalance, refundTask, topUp } from "../money/enter-money.ts";
import {
  getReconciliation,
  getReconciliationFailure,
  noteFailedBatch,
  reconcile,
  reconcileInBatches,
} from "../money/reconcile.ts";
import { listEmailAddresses } from "../notifications/email-addresses.ts";
import {
  createEndpoint,
  deleteEndpoint,
  getCallbackSecret,
  listDeliveries,
  listEndpoints,
  replayDelivery,
  rollCallbackSecret,
  rollEndpointSecret,
  testEndpoint,
} from "../notifications/webhooks.ts";
import { deleteUser } from "../people/delete-user.ts";
import { getFirstSteps } from "../people/people.ts";
import { correctCount } from "../statistics/correct-count.ts";
import { getAppStats } from "../statistics/get-app-stats.ts";
import { getDayFigures } from "../statistics/get-overview.ts";
import { getWaitStats } from "../statistics/get-wait-stats.ts";
import { addNote } from "../statistics/notes.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { createTask } from "../tasks/create-task.ts";
import { listTasks } from "../tasks/list-tasks.ts";
import { exportTemplate, listTemplates } from "../templates/get-template.ts";
import { saveTemplate } from "../templates/save-template.ts";
import { declineVariable } from "../waits/answer-wait.ts";
import { deleteAddress, getAddress, listMessages, rollAddress } from "../waits/inbound-messages.ts";
import { createRule, deleteRule, listRules, tryRules } from "../waits/inbound-rules.ts";
import type { Actor, Context } from "./context.ts";
import { runMaintenance } from "./maintenance.ts";
import {
  codeComesLater,
  denied,
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

const save = (name: string) =>
  saveTemplate({ ctx: system, input: { accountId, document: { name, steps: lateCode() } } });

/** Each verb that stores a name, note or reason. */
const verbs: [string, (name: string) => Promise<unknown>][] = [
  ["createKey", (name) => createKey({ ctx: system, input: { accountId, name } })],
  ["openAccount", (keyName) => openAccount({ ctx: system, input: { email: "ada@example.org", balance: 0n, keyName } })],
  ["createApplication", (name) => createApplication({ ctx: system, input: { accountId, name } })],
  ["updateApplication", (name) => update({ name })],
  ["updateApplication, a version", (version) => update({ version })],
  ["updateApplication, a link's label", (label) => update({ links: [{ label, url: "https://example.org/" }] })],
  ["createShareLink", (name) => createShareLink({ ctx: newSession(owner), input: { softId, name } })],
  ["saveTemplate", (name) => save(name)],
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

test("a name is kept in its normal form, and a template is found by any; names stored earlier stay readable, and such a key can be rolled", async () => {
  const typed = " Cafe\u0301 ";
  await save(typed);
  for (const form of ["Café", "Cafe\u0301"]) expect(await newTask(owner, form)).toBeGreaterThan(0);
  const { softId: named } = await createApplication({ ctx: system, input: { accountId, name: typed } });
  expect((await listApplications({ ctx: system, input: { accountId } })).items).toContainEqual(
    expect.objectContaining({ softId: named, name: "Café" }),
  );

  const name = "old\nname\u202e";
  const { keyId } = await createKey({ ctx: system, input: { accountId, name: "old" } });
  await system.db.prisma.apiKey.update({ where: { id: keyId }, data: { name } });
  await rollKey({ ctx: system, input: { accountId, keyId, graceSeconds: 0 } });
  const names = (await listKeys({ ctx: system, input: { accountId } })).items.map((key) => key.name);
  expect(names.filter((one) => one === name)).toHaveLength(2);
});

const endpoint = { accountId, url: "http://127.0.0.1/", format: "text", events: ["ready"], linkOrigin: null } as const;
const operatorVerbs: Record<string, (ctx: Context) => Promise<unknown>> = {
  openAccount: (ctx) => openAccount({ ctx, input: { email: "a@b.c", balance: 1n, keyName: "a" } }),
  listAccounts: (ctx) => listAccounts({ ctx, input: {} }),
  setAccount: (ctx) => setAccount({ ctx, input: { accountId, bid: 1n } }),
  createKey: (ctx) => createKey({ ctx, input: { accountId, name: "a" } }),
  listKeys: (ctx) => listKeys({ ctx, input: { accountId } }),
  rollKey: (ctx) => rollKey({ ctx, input: { accountId, keyId: 1, graceSeconds: 0 } }),
  revokeKey: (ctx) => revokeKey({ ctx, input: { accountId, keyId: 1 } }),
  listApplications: (ctx) => listApplications({ ctx, input: {} }),
  publishApplication: (ctx) => publishApplication({ ctx, input: { softId: 1, published: false } }),
  listTemplates: (ctx) => listTemplates({ ctx, input: {} }),
  exportTemplate: (ctx) => exportTemplate({ ctx, input: { name: "a" } }),
  listTasks: (ctx) => listTasks({ ctx, input: { limit: 1 } }),
  topUp: (ctx) => topUp({ ctx, input: { accountId, amount: 1n } }),
  refundTask: (ctx) => refundTask({ ctx, input: { taskId: 1 } }),
  correctBalance: (ctx) => correctBalance({ ctx, input: { accountId, amount: 1n, note: "a" } }),
  correctCount: (ctx) =>
    correctCount({ ctx, input: { softId: 1, metric: "view", at: new Date(0), by: 1, reason: "a" } }),
  reconcile: (ctx) => reconcile({ ctx }),
  reconcileInBatches: (ctx) => reconcileInBatches({ ctx }),
  getReconciliation: (ctx) => getReconciliation({ ctx }),
  noteFailedBatch: (ctx) => noteFailedBatch({ ctx }),
  getReconciliationFailure: (ctx) => getReconciliationFailure({ ctx }),
  runMaintenance: (ctx) => runMaintenance({ ctx }),
  requireSecret: (ctx) => requireSecret({ ctx }),
  createEndpoint: (ctx) => createEndpoint({ ctx, input: endpoint }),
  listEndpoints: (ctx) => listEndpoints({ ctx, input: { accountId } }),
  rollEndpointSecret: (ctx) => rollEndpointSecret({ ctx, input: { accountId, endpointId: 1 } }),
  deleteEndpoint: (ctx) => deleteEndpoint({ ctx, input: { accountId, endpointId: 1 } }),
  testEndpoint: (ctx) => testEndpoint({ ctx, input: { accountId, endpointId: 1 } }),
  listDeliveries: (ctx) => listDeliveries({ ctx, input: { accountId, endpointId: 1 } }),
  replayDelivery: (ctx) => replayDelivery({ ctx, input: { accountId, deliveryId: 1 } }),
  getAddress: (ctx) => getAddress({ ctx, input: { accountId } }),
  rollAddress: (ctx) => rollAddress({ ctx, input: { accountId } }),
  deleteAddress: (ctx) => deleteAddress({ ctx, input: { accountId } }),
  listRules: (ctx) => listRules({ ctx, input: { accountId } }),
  createRule: (ctx) => createRule({ ctx, input: { accountId, name: "x", pattern: "(x)" } }),
  deleteRule: (ctx) => deleteRule({ ctx, input: { accountId, ruleId: 1 } }),
  tryRules: (ctx) => tryRules({ ctx, input: { accountId, sender: "", text: "x" } }),
  listMessages: (ctx) => listMessages({ ctx, input: { accountId } }),
  getCallbackSecret: (ctx) => getCallbackSecret({ ctx, input: { accountId } }),
  rollCallbackSecret: (ctx) => rollCallbackSecret({ ctx, input: { accountId } }),
  createApplication: (ctx) => createApplication({ ctx, input: { accountId, name: "a" } }),
  getWaitStats: (ctx) => getWaitStats({ ctx, input: { accountId, days: 1 } }),
  getFirstSteps: (ctx) => getFirstSteps({ ctx, input: { accountId } }),
  getDayFigures: (ctx) => getDayFigures({ ctx, input: { accountId, softIds: [] } }),
  listEmailAddresses: (ctx) => listEmailAddresses({ ctx, input: { accountId } }),
  changeSecret: (ctx) => changeSecret({ ctx, input: { next: () => ctx.vault } }),
};

test.each(Object.entries(operatorVerbs))(
  "%s is the operator's, or a person's of the account: nobody else may",
  async (name, verb) => {
    const stranger: Actor = { kind: "person", userId: "a", accountId: accountId + 1, address: "192.0.2.7" };
    for (const actor of [owner.actor, { kind: "worker", workerId: 1 }, { kind: "visitor" }] satisfies Actor[])
      await expect(verb({ ...system, actor })).rejects.toMatchObject(denied);
    // An application of a stranger's looks like one that is not there.
    const refused = name === "publishApplication" ? { message: "There is no application 1." } : denied;
    await expect(verb({ ...system, actor: stranger })).rejects.toMatchObject(refused);
  },
);

test("an account is deleted, and its list of embedding pages set, by a person, not by a key", async () => {
  const removal = deleteUser({ ctx: owner, input: { isPassword: async () => true } });
  await expect(removal).rejects.toMatchObject(denied);
  await expect(setEmbedOrigins({ ctx: owner, input: { origins: [] } })).rejects.toMatchObject(denied);
});

test("an account is opened with its key or not at all", async () => {
  const input = { email: "whole@example.org", balance: 5n };
  const broken = openAccount({ ctx: system, input: { ...input, keyName: " " } });
  await expect(broken).rejects.toMatchObject({ code: "ERROR_BAD_REQUEST" });
  const { accountId } = await openAccount({ ctx: system, input: { ...input, keyName: "first" } });
  expect((await listKeys({ ctx: system, input: { accountId } })).items).toMatchObject([{ name: "first" }]);
});

test.each<[input: object, problem: string]>([
  [{ balance: -1n }, "balance must not be below zero."],
  [{ balance: 8_000_000_000_000_001n }, "balance must be at most $8,000,000,000."],
  [{ bid: 0n }, "bid must be above zero."],
  [{ bid: 1_000_000_000_001n }, "bid must be at most $1,000,000."],
  [{ email: "ada" }, "email must be an address such as ada@example.com."],
  [
    { email: "ada", balance: -1n, bid: 0n },
    "email must be an address such as ada@example.com. balance must not be below zero. bid must be above zero.",
  ],
])("an account with %o is refused", async (input, message) => {
  const asked = openAccount({ ctx: system, input: { email: "a@example.org", balance: 0n, keyName: "a", ...input } });
  await expect(asked).rejects.toMatchObject({ code: "ERROR_BAD_REQUEST", message });
});

test.each([
  [
    () => topUp({ ctx: system, input: { accountId, amount: 0n, note: "\0" } }),
    /^amount must be above zero\. note must/,
  ],
  [
    () => correctBalance({ ctx: system, input: { accountId, amount: 0n, note: "" } }),
    /^amount must not be zero\. reason/,
  ],
  [
    () =>
      correctCount({
        ctx: system,
        input: {
          softId,
          metric: "view",
          label: "no label of views",
          at: new Date(Date.now() + 3_600_000),
          by: 0,
          reason: "",
        },
      }),
    /^by must be a whole number, not zero\. reason .+\. .+ at must not be in the future\.$/,
  ],
])("a refused entry of the operator names all that is wrong with it", async (asked, message) => {
  await expect(asked()).rejects.toMatchObject({ code: "ERROR_BAD_REQUEST", message: expect.stringMatching(message) });
});

test("the operator reads the reports that an application's owner reads", async () => {
  const report = (ctx: Context, of: number) => getAppStats({ ctx, input: { softId: of, mode: "views" } });
  expect(await report(system, softId)).toEqual(await report(owner, softId));
  await expect(report(system, 2 ** 40)).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: `There is no application ${2 ** 40}.`,
  });
});
