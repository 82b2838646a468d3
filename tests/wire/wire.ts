import { createServer, type RequestListener } from "node:http";
import type { MethodName } from "@gatepost/contract/methods";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { type ClonedDatabase, cloneDatabase } from "@gatepost/db/testing";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { afterAll, expect, inject } from "vitest";
import { type Operator, openOperator } from "../factories.ts";
import { type Installation, type InstallationOptions, startInstallation } from "../installation.ts";
import { listen } from "../listen.ts";
import { openRelay } from "../relay.ts";
import { type Answer, post } from "./call.ts";

declare module "vitest" {
  interface ProvidedContext {
    installation: Pick<Installation, "url" | "database" | "secret">;
    /** The demo site that tasks of the installation with a worker may open. */
    site: { url: string };
  }
}

/**
 * The installation that all files of wire tests share, or one of a file's own, with its operator. Whatever a file's
 * tests did, at its end balances, ledger, counts and tasks agree.
 */
export function openWire(installation = inject("installation")) {
  const operator = openOperator(installation);
  afterAll(async () => {
    expect(await reconcile({ ctx: operator })).toEqual([]);
    await operator.close();
  });
  const call = (method: MethodName, body: unknown, headers?: Record<string, string>): Promise<Answer> =>
    post(installation.url, method, body, headers);
  return { ...installation, operator, call };
}

/** An installation for the tests of a file. `direct`: the addresses of its database for the operator, if others are passed on. */
export async function openInstallation(
  options: InstallationOptions = {},
  direct?: DatabaseUrls,
): Promise<OwnInstallation> {
  const installation = await startInstallation(options);
  afterAll(() => installation.stop());
  return { installation, operator: openOwnOperator({ ...installation, ...(direct && { database: direct }) }) };
}

interface OwnInstallation {
  installation: Installation;
  operator: Operator;
}

export function openOwnOperator(of: Pick<Installation, "database" | "secret">): Operator {
  const operator = openOperator(of);
  afterAll(() => operator.close());
  return operator;
}

/** A database for the tests of a file. */
export async function openDatabase(): Promise<ClonedDatabase> {
  const database = await cloneDatabase();
  afterAll(() => database.drop());
  return database;
}

/** An installation whose way to its database can be cut. */
export async function openCuttable(options: InstallationOptions = {}) {
  const database = await openDatabase();
  const relay = await openRelay(database.url);
  afterAll(() => relay.close());
  return { ...(await openInstallation({ ...options, database: relay.urls(database) }, database)), database, relay };
}

/** The origin of a site that answers each request in this way. */
export async function openSite(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return (await listen(server)).url;
}

/** The installation with a worker that the tests of clients share, and the demo site that its tasks may open. */
export function openWithWorker() {
  const installation = inject("installation");
  return { site: inject("site"), installation, operator: openOwnOperator(installation) };
}
