import type { MethodName } from "@gatepost/contract/methods";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { afterAll, expect, inject } from "vitest";
import { type Site, startSite } from "../../apps/cli/src/demo-site/server.ts";
import { type Operator, openOperator } from "../factories.ts";
import { type Installation, type InstallationOptions, startInstallation } from "../installation.ts";
import { type Answer, post } from "./call.ts";

declare module "vitest" {
  interface ProvidedContext {
    installation: Pick<Installation, "url" | "database" | "secret">;
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

/** An installation for the tests of a file. */
export async function openInstallation(options: InstallationOptions = {}): Promise<OwnInstallation> {
  const installation = await startInstallation(options);
  const operator = openOperator(installation);
  afterAll(async () => {
    await operator.close();
    await installation.stop();
  });
  return { installation, operator };
}

interface OwnInstallation {
  installation: Installation;
  operator: Operator;
}

/** The same with a worker, and the demo site that its tasks may open. */
export async function openWithWorker({
  env,
  ...more
}: InstallationOptions = {}): Promise<OwnInstallation & { site: Site }> {
  const site = await startSite();
  afterAll(() => site.close());
  const settings = { GATEPOST_DEMO_SITE: site.url, ...env };
  const egressAllow = `127.0.0.1:${site.port}`;
  return { site, ...(await openInstallation({ worker: true, egressAllow, env: settings, ...more })) };
}
