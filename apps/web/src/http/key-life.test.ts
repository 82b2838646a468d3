import { exampleBody, methodsInOrder, type Things } from "@gatepost/contract/method-testing";
import { type MethodName, methods } from "@gatepost/contract/methods";
import { keyRightNames } from "@gatepost/contract/rights";
import { connect } from "@gatepost/db/connect";
import { setAccount } from "@gatepost/domain/accounts/accounts";
import { createKey, revokeKey, rollKey } from "@gatepost/domain/accounts/keys";
import { openAppContext } from "@gatepost/domain/platform/open-app-context";
import { newApplication, newCaller, newTemplate, openTestContext } from "@gatepost/domain/platform/testing";
import { afterAll, expect, test } from "vitest";
import { openLiveFeeds } from "../live/live-feeds.ts";
import { endpointsOf } from "./endpoints.ts";
import { unlimited } from "./rate-limit.ts";
import { answerTo } from "./test-call.ts";

/** Row S5: what happens to a key in one process applies to the next call in every other, whatever that one has cached. */

const system = await openTestContext();
type Process = ReturnType<typeof openProcess>;

/** A web process, as far as its memory goes. */
function openProcess() {
  const db = connect(system.processes.web.db.pool.options.connectionString ?? "", { max: 3 });
  const app = openAppContext({ db, secret: "a secret that is only used by tests", settings: system.settings });
  afterAll(db.close);
  const live = openLiveFeeds(app);
  return { endpoints: endpointsOf(() => ({ app, limiter: unlimited, live })) };
}

const processes = [openProcess(), openProcess()];

/** An account with a key, and the things that things of methods name. */
async function newAccount() {
  const caller = await newCaller(system);
  const { accountId } = caller.actor;
  const softId = await newApplication(system, caller);
  const task = {
    type: "AntiGateTask",
    websiteURL: "https://example.org/",
    templateName: await newTemplate(system, caller),
    variables: { code: "_WAIT_FOR_IT_" },
  };
  const input = { accountId, name: "shop", rights: keyRightNames };
  const { keyId, clientKey } = await createKey({ ctx: system, input });
  const things: Things = { application: { softId }, template: { task: { ...task, session: "bank" } } };
  /** So that nothing but the key can refuse a push. */
  async function openTask() {
    const { taskId } = await ask("createTask", { clientKey, task });
    things.task = { taskId, name: "code" };
  }
  await openTask();
  return { accountId, keyId, clientKey, things, openTask };
}

function ask(name: MethodName, body: object, { endpoints } = processes[0] as Process) {
  return answerTo(endpoints[name], body);
}

const withKey = methodsInOrder.filter((name) => methods[name].access !== "anyone");

/** What every method that needs a key answers to it, in every process: the error ids that occur. */
async function everywhere(clientKey: string, things: Things): Promise<unknown[]> {
  const seen = new Set<unknown>();
  for (const one of processes)
    for (const name of withKey) seen.add((await ask(name, { ...exampleBody(name, things), clientKey }, one)).errorId);
  return [...seen].sort();
}

/** No error, and what is said of the task once a round has cancelled it. */
const works = [0, 1007, 57];
const unknownKey = [1];

test("S5: a key that is revoked in one process is refused at the next call in all, by every method", async () => {
  const { accountId, keyId, clientKey, things, openTask } = await newAccount();
  const template = { name: "Draft", steps: [{ type: "WAIT_FOR_ELEMENT", selector: "h1" }] };
  const draft = { type: "AntiGateTask", websiteURL: "https://example.org/", template };
  const withDraft = processes.map(
    (one) => async () => (await ask("createTask", { clientKey, task: draft }, one)).errorId,
  );
  expect(await everywhere(clientKey, things)).toEqual(works);
  for (const create of withDraft) expect(await create()).toBe(0);
  await openTask();
  await revokeKey({ ctx: system, input: { accountId, keyId } });
  expect(await everywhere(clientKey, things)).toEqual(unknownKey);
  for (const create of withDraft) expect(await create()).toBe(1);
});

test("S5: a rolled key works everywhere for its grace beside the new one, and nowhere afterwards", async () => {
  const { accountId, keyId, clientKey, things } = await newAccount();
  const next = await rollKey({ ctx: system, input: { accountId, keyId, graceSeconds: 3_600 } });
  for (const key of [clientKey, next.clientKey]) expect(await everywhere(key, things)).toEqual(works);
  // The grace is over.
  await system.db.pool.query("update api_key set revoked_at = now() - interval '1 second' where id = $1", [keyId]);
  expect(await everywhere(clientKey, things)).toEqual(unknownKey);
  expect(await everywhere(next.clientKey, things)).toEqual(works);
});

test("S5: a suspended account and a key that expires are refused everywhere at once", async () => {
  const { accountId, keyId, clientKey, things, openTask } = await newAccount();
  expect(await everywhere(clientKey, things)).toEqual(works);
  await openTask();
  await setAccount({ ctx: system, input: { accountId, suspended: true } });
  expect(await everywhere(clientKey, things)).toEqual([55]);
  await setAccount({ ctx: system, input: { accountId, suspended: false } });
  expect(await everywhere(clientKey, things)).toEqual(works);
  await system.db.pool.query("update api_key set expires_at = now() - interval '1 second' where id = $1", [keyId]);
  expect(await everywhere(clientKey, things)).toEqual(unknownKey);
});

test("S5: what a key was made with, a list of addresses or reading alone, holds in every process", async () => {
  const { accountId, clientKey, things } = await newAccount();
  // The template that is read.
  await ask("saveTemplate", { ...exampleBody("saveTemplate", things), clientKey });
  const made = async (more: object) =>
    (await createKey({ ctx: system, input: { accountId, name: "k", ...more } })).clientKey;
  const elsewhere = await made({ addresses: ["198.51.100.0/24"] });
  const reading = await made({ readOnly: true });
  for (const time of ["first", "again"]) {
    expect(await everywhere(elsewhere, things), time).toEqual([11]);
    // What only reads is answered; what changes something is refused.
    expect(await everywhere(reading, things), time).toEqual([0, 1000]);
  }
});
