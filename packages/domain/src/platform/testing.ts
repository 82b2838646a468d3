import { randomUUID } from "node:crypto";
import { keyRightNames } from "@gatepost/contract/rights";
import type { WrittenStep } from "@gatepost/contract/steps";
import { connect, type Db } from "@gatepost/db/connect";
import type { ProcessRole } from "@gatepost/db/roles/roles";
import { cloneDatabase, type Sql, sqlOn } from "@gatepost/db/testing";
import { createAccount } from "../accounts/accounts.ts";
import { createKey } from "../accounts/keys.ts";
import { createApplication } from "../applications/applications.ts";
import { createUser } from "../people/create-user.ts";
import { type CreateTaskInput, createTask } from "../tasks/create-task.ts";
import { registerWorker } from "../tasks/workers.ts";
import { saveTemplate } from "../templates/save-template.ts";
import type { AppContext, Context, KeyContext, PersonContext, WorkerContext } from "./context.ts";
import { openAppContext } from "./open-app-context.ts";
import { readAppSettings, type Settings } from "./settings.ts";
import { noBacklogLimits } from "./test-limits.ts";

/**
 * The operator's context on a database of its own. What web and worker do there, they do with the privileges that they
 * have in production: `newCaller` and `newWorker` give contexts of these processes, and `inProcess` the system's there.
 */
export type TestContext = Context & {
  processes: Record<ProcessRole, AppContext>;
  sql: Sql;
};

/** A context on a database of its own, until the tests of the file have run; its actor is the operator. */
export async function openTestContext(settings?: Partial<Settings>): Promise<TestContext> {
  return (await openTestProcesses())(settings);
}

/** A database of its own, and what gives contexts of as many processes on it as are asked for. */
export async function openTestProcesses(): Promise<(settings?: Partial<Settings>) => TestContext> {
  const database = await cloneDatabase();
  const dbs: Db[] = [];
  // Benchmarks and browser tests use other functions of this file, without Vitest.
  const { afterAll } = await import("vitest");
  afterAll(async () => {
    await Promise.all(dbs.map((db) => db.close()));
    await database.drop();
  });
  return (more) => {
    const settings = { ...readAppSettings({ ...noBacklogLimits, GATEPOST_EGRESS_ALLOW: "127.0.0.0/8" }), ...more };
    const open = (url: string) => {
      const db = connect(url);
      dbs.push(db);
      return openAppContext({ db, secret: "a secret that is only used by tests", settings });
    };
    const operator = open(database.url);
    return {
      ...operator,
      actor: { kind: "system" },
      sql: sqlOn(operator.db.pool),
      processes: { web: open(database.webUrl), worker: open(database.workerUrl) },
    };
  };
}

/** What a process does by itself, with the privileges that it has. */
export function inProcess(system: Context, process: ProcessRole): Context<{ kind: "system" }> {
  const { processes } = system as Partial<TestContext>;
  return { ...(processes?.[process] ?? system), actor: { kind: "system" } };
}

/** A caller with an account of its own. Amounts in millionths of a dollar. */
export async function newCaller(system: Context, { balance = 10_000_000n, bid = 2_000n } = {}): Promise<KeyContext> {
  const { accountId } = await createAccount({
    ctx: system,
    input: { email: `${randomUUID()}@example.org`, balance, bid },
  });
  const { keyId } = await createKey({ ctx: system, input: { accountId, name: "test", rights: keyRightNames } });
  const actor = {
    kind: "key",
    accountId,
    keyId,
    readOnly: false,
    rights: keyRightNames,
    address: "192.0.2.7",
  } as const;
  return { ...inProcess(system, "web"), actor };
}

export async function newWorker(system: Context, { slots = 4 } = {}): Promise<WorkerContext> {
  const ctx = inProcess(system, "worker");
  const { workerId } = await registerWorker({ ctx, input: { slots, liveAddress: "127.0.0.1:9" } });
  return { ...ctx, actor: { kind: "worker", workerId } };
}

/** Moves the service's clock on. */
export async function advanceClock(system: Context, ticks: number): Promise<void> {
  await system.db.pool.query("update service_clock set tick = tick + $1", [ticks]);
}

/** What time does by itself when a worker sends no heartbeats. */
export async function endLease(system: Context, workerId: number): Promise<void> {
  await system.db.pool.query("update worker set lease_tick = 0 where id = $1", [workerId]);
}

/** Does something while the transaction of a statement is open, which ends once so many others wait for it. */
export async function behind<T>({ db, sql }: TestContext, statement: string, waiting: number, work: () => Promise<T>) {
  const { expect } = await import("vitest");
  const client = await db.pool.connect();
  try {
    await client.query(`begin; ${statement}`);
    const result = work();
    // It may reject before the answer to the commit is there.
    result.catch(() => {});
    const blocked = () => sql`select from pg_locks where not granted and pid in (
      select pid from pg_stat_activity where datname = current_database())`;
    await expect.poll(blocked).toHaveLength(waiting);
    await client.query("commit");
    return await result;
  } finally {
    client.release(true);
  }
}

/** What a caller gets who may not do something. */
export const denied = { code: "ERROR_ACCESS_DENIED" };

/** What a task brings that found nothing. */
export const emptySolution = {
  url: "",
  domain: "",
  cookies: {},
  localStorage: {},
  screenshots: [],
  HTMLsInBase64: [],
  texts: {},
  data: {},
  files: {},
  cookieJar: [],
  fingerprint: {},
  requestHeaders: {},
};

export async function newApplication(system: Context, owner: KeyContext): Promise<number> {
  const { softId } = await createApplication({
    ctx: system,
    input: { accountId: owner.actor.accountId, name: "Exporter" },
  });
  return softId;
}

/** A template that waits for `code` and types it; more steps on demand. */
export async function newTemplate(
  system: Context,
  owner: KeyContext,
  steps: WrittenStep[] = lateCode(),
  more: { timeout?: number | undefined } = {},
): Promise<string> {
  const name = `Template ${randomUUID()}`;
  await saveTemplate({ ctx: system, input: { accountId: owner.actor.accountId, document: { name, steps, ...more } } });
  return name;
}

/** A task on a template such as `newTemplate` makes; by default its code is known from the start. */
export async function newTask(
  caller: KeyContext,
  templateName: string,
  { variables = { code: "1" }, also = {}, ...more }: NewTaskOptions = {},
): Promise<number> {
  const task = { websiteURL: "http://127.0.0.1/", templateName, variables, ...also };
  const { taskId } = await createTask({ ctx: caller, input: { task, ...more } });
  return taskId;
}

interface NewTaskOptions extends Pick<CreateTaskInput, "callbackUrl" | "callbackOn" | "notify" | "softId"> {
  variables?: Record<string, unknown>;
  /** More of the task. */
  also?: Partial<CreateTaskInput["task"]>;
}

/** As in createTask, the code comes later. */
export const codeComesLater = { code: "_WAIT_FOR_IT_" };

export function lateCode(wait: Partial<Extract<WrittenStep, { type: "WAIT_FOR_VARIABLE_VALUE" }>> = {}): WrittenStep[] {
  return [
    { name: "code", ...wait, type: "WAIT_FOR_VARIABLE_VALUE" },
    { type: "FILL_INPUT", selector: "#code", value: { variable: "code" } },
  ];
}

/** A person, who has an account of their own or belongs to that one. */
export async function newPerson(
  system: Context,
  { accountId, passwordHash = "hash" }: { accountId?: number; passwordHash?: string } = {},
): Promise<PersonContext & { email: string }> {
  const ctx = inProcess(system, "web");
  const email = `${randomUUID()}@example.org`;
  const account = accountId === undefined ? { balance: 0n } : { accountId };
  const created = await createUser({ ctx, input: { email, passwordHash, account } });
  return { ...ctx, actor: { kind: "person", ...created, address: "192.0.2.7" }, email };
}

/** The account of a key, signed in to the portal. */
export function newSession({ actor, ...app }: KeyContext): PersonContext {
  const { accountId, address } = actor;
  return { ...app, actor: { kind: "person", userId: `user of ${accountId}`, accountId, address } };
}
