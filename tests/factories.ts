import { randomUUID } from "node:crypto";
import { defaultKeyRights, keyRightNames } from "@gatepost/contract/rights";
import type { WrittenStep } from "@gatepost/contract/steps";
import { connect, type Db } from "@gatepost/db/connect";
import { sqlOn } from "@gatepost/db/testing";
import { createAccount, setAccount } from "@gatepost/domain/accounts/accounts";
import { type CreateKeyInput, createKey, revokeKey } from "@gatepost/domain/accounts/keys";
import { saveSecret } from "@gatepost/domain/accounts/stored-secrets";
import { createApplication } from "@gatepost/domain/applications/applications";
import type { PersonContext } from "@gatepost/domain/platform/context";
import { openAppContext } from "@gatepost/domain/platform/open-app-context";
import { onOff, readAppSettings } from "@gatepost/domain/platform/settings";
import { noBacklogLimits } from "@gatepost/domain/platform/test-limits";
import { inProcess, type TestContext } from "@gatepost/domain/platform/testing";
import { type CreateTaskInput, createTask, openSession } from "@gatepost/domain/tasks/create-task";
import { saveTemplate } from "@gatepost/domain/templates/save-template";
import type { Installation } from "./installation.ts";

/**
 * The operator of an installation: creates what tests need, by the same functions as the command line. What a test does
 * as a worker has the worker's privileges (`inProcess`).
 */
export type Operator = TestContext & {
  /** The installation's. */
  secret: string;
  close(): Promise<void>;
};

export function openOperator({ database, secret }: Pick<Installation, "database" | "secret">): Operator {
  const settings = readAppSettings({ ...noBacklogLimits, GATEPOST_EGRESS_ALLOW: "127.0.0.0/8" });
  const dbs: Db[] = [];
  const open = (url: string) => {
    const preparedNames = onOff(process.env, "GATEPOST_PREPARED");
    const db = connect(url, { max: 4, applicationName: "gatepost tests", preparedNames });
    dbs.push(db);
    return openAppContext({ db, secret, settings });
  };
  const operator = open(database.url);
  return {
    ...operator,
    secret,
    actor: { kind: "system" },
    sql: sqlOn(operator.db.pool),
    processes: { web: open(database.webUrl), worker: open(database.workerUrl) },
    async close() {
      await Promise.all(dbs.map((db) => db.close()));
    },
  };
}

export interface Account {
  accountId: number;
  email: string;
  clientKey: string;
}

/** A new account for a test, with money ($10) and a key. Amounts in dollars. */
export async function newAccount(
  ctx: Operator,
  { balance = 10, bid, ...key }: { balance?: number; bid?: number } & Omit<Partial<CreateKeyInput>, "accountId"> = {},
): Promise<Account> {
  const email = `${randomUUID()}@example.org`;
  const { accountId } = await createAccount({
    ctx,
    input: { email, balance: millionths(balance), ...(bid !== undefined && { bid: millionths(bid) }) },
  });
  return { accountId, email, clientKey: await newKey(ctx, accountId, key) };
}

export async function newKey(
  ctx: Operator,
  accountId: number,
  key: Omit<Partial<CreateKeyInput>, "accountId"> = {},
): Promise<string> {
  const { clientKey } = await createKey({
    ctx,
    input: { name: "test", rights: key.readOnly ? defaultKeyRights : keyRightNames, ...key, accountId },
  });
  return clientKey;
}

export async function newRevokedKey(ctx: Operator, accountId: number): Promise<string> {
  const { keyId, clientKey } = await createKey({ ctx, input: { accountId, name: "revoked" } });
  await revokeKey({ ctx, input: { accountId, keyId } });
  return clientKey;
}

export async function newExpiredKey(ctx: Operator, accountId: number): Promise<string> {
  return newKey(ctx, accountId, { expiresAt: new Date(Date.now() - 1_000) });
}

export async function suspend(ctx: Operator, { accountId }: Pick<Account, "accountId">): Promise<void> {
  await setAccount({ ctx, input: { accountId, suspended: true } });
}

/** Registers an application of the account and returns its softId. */
export async function newApplication(ctx: Operator, { accountId }: Pick<Account, "accountId">): Promise<number> {
  const { softId } = await createApplication({
    ctx,
    input: { accountId, name: "Exporter", downloadUrl: "https://example.org/exporter.zip" },
  });
  return softId;
}

/** Saves a template of the account and returns its name. */
export async function newTemplate(
  ctx: Operator,
  { accountId }: Pick<Account, "accountId">,
  steps: WrittenStep[],
  more: { timeout?: number } = {},
): Promise<string> {
  const name = `Template ${randomUUID()}`;
  await saveTemplate({ ctx, input: { accountId, document: { name, steps, ...more } } });
  return name;
}

/** The account, as it uses the portal. */
export function inPortal(ctx: Operator, { accountId }: Pick<Account, "accountId">): PersonContext {
  const actor = { kind: "person", userId: "owner", accountId, address: "192.0.2.1" } as const;
  return { ...inProcess(ctx, "web"), actor };
}

/** Opens a session of the account, as its first task does, and returns its name. */
export async function newSession(
  ctx: Operator,
  account: Pick<Account, "accountId">,
  name = `Session ${randomUUID()}`,
): Promise<string> {
  await openSession(inPortal(ctx, account), name);
  return name;
}

/** Stores a secret of the account, by default for example.org, and returns its name. */
export async function newSecret(
  ctx: Operator,
  account: Pick<Account, "accountId">,
  more: Partial<Parameters<typeof saveSecret>[0]["input"]> = {},
): Promise<string> {
  const input = { name: `Secret ${randomUUID()}`, value: "correct horse", domains: ["example.org"], ...more };
  await saveSecret({ ctx: inPortal(ctx, account), input });
  return input.name;
}

/** A task of the account that takes a screenshot, and waits in the queue. */
export async function newQueuedTask(
  ctx: Operator,
  account: Pick<Account, "accountId">,
  more: Partial<CreateTaskInput["task"]> = {},
): Promise<number> {
  const templateName = await newTemplate(ctx, account, [{ type: "TAKE_SCREENSHOT" }]);
  const task = { websiteURL: "https://example.org/", templateName, ...more };
  return (await createTask({ ctx: inPortal(ctx, account), input: { task } })).taskId;
}

/** Waits for `code`, types it and reads the page: the minimum for a late variable. */
export const lateCodeSteps: WrittenStep[] = [
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" },
  { type: "FILL_INPUT", selector: "#value", value: { variable: "code" } },
  { type: "PRESS_KEY", key: "Enter" },
];

export function millionths(dollars: number): bigint {
  return BigInt(Math.round(dollars * 1_000_000));
}
