import { expect, test } from "vitest";
import { listAccounts, openAccount, setAccount } from "../accounts/accounts.ts";
import { createKey, listKeys, revokeKey, rollKey } from "../accounts/keys.ts";
import { createApplication, publishApplication } from "../applications/applications.ts";
import { listApplications } from "../applications/list-applications.ts";
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
import { listTasks } from "../tasks/list-tasks.ts";
import { exportTemplate, listTemplates } from "../templates/get-template.ts";
import { deleteAddress, getAddress, listMessages, rollAddress } from "../waits/inbound-messages.ts";
import { createRule, deleteRule, listRules, tryRules } from "../waits/inbound-rules.ts";
import type { Actor, Context } from "./context.ts";
import { runMaintenance } from "./maintenance.ts";
import { denied, newApplication, newCaller, openTestContext } from "./testing.ts";

const system = await openTestContext();

const accountId = 1;
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

test.each(Object.keys(operatorVerbs))(
  "%s is the operator's, or a person's of the account: nobody else may",
  async (name) => {
    const key: Actor = { ...(await newCaller(system)).actor, accountId };
    const stranger: Actor = { kind: "person", userId: "a", accountId: 2, address: "192.0.2.7" };
    const code = denied;
    for (const actor of [key, { kind: "worker", workerId: 1 }, { kind: "visitor" }] satisfies Actor[])
      await expect(operatorVerbs[name]?.({ ...system, actor })).rejects.toMatchObject(code);
    // An application of a stranger's looks like one that is not there.
    const refused = name === "publishApplication" ? { message: "There is no application 1." } : code;
    await expect(operatorVerbs[name]?.({ ...system, actor: stranger })).rejects.toMatchObject(refused);
  },
);

test.each<[string, (ctx: Context) => Promise<unknown>]>([
  ["deleteUser", (ctx) => deleteUser({ ctx, input: { isPassword: async () => true } })],
  ["setEmbedOrigins", (ctx) => setEmbedOrigins({ ctx, input: { origins: [] } })],
])("%s is a person's: no key may", async (_, verb) => {
  await expect(verb(await newCaller(system))).rejects.toMatchObject(denied);
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

test("the operator reads the reports that an application's owner reads", async () => {
  const owner = await newCaller(system);
  const softId = await newApplication(system, owner);
  const report = (ctx: Context, of: number) => getAppStats({ ctx, input: { softId: of, mode: "views" } });
  expect(await report(system, softId)).toEqual(await report(owner, softId));
  await expect(report(system, 2 ** 40)).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: `There is no application ${2 ** 40}.`,
  });
});
