import { type Site, startSite } from "../../apps/cli/src/demo-site/server.ts";
import type { Options } from "../../packages/conformance/src/service.ts";
import {
  newAccount,
  newApplication,
  newKey,
  newRevokedKey,
  type Operator,
  openOperator,
  suspend,
} from "../factories.ts";
import { type Installation, startInstallation } from "../installation.ts";

/** Everything that the suite can be given, so that no check is skipped. */
export type AllOptions = Options & { page: string };

export interface ConformanceSetup {
  installation: Installation;
  operator: Operator;
  /** With an account and keys of each kind. */
  newOptions(): Promise<AllOptions>;
  stop(): Promise<void>;
}

/** An installation without a worker, and a page. */
export async function openConformance(): Promise<ConformanceSetup> {
  const site: Site = await startSite();
  const installation = await startInstallation({ egressAllow: `127.0.0.1:${site.port}` });
  const operator = openOperator(installation);
  return {
    installation,
    operator,
    async newOptions() {
      const account = await newAccount(operator, { balance: 1_000 });
      const { clientKey: otherKey } = await newAccount(operator);
      const { clientKey: poorKey } = await newAccount(operator, { balance: 0 });
      const suspended = await newAccount(operator);
      await suspend(operator, suspended);
      return {
        baseUrl: installation.url,
        clientKey: account.clientKey,
        otherKey,
        poorKey,
        suspendedKey: suspended.clientKey,
        revokedKey: await newRevokedKey(operator, account.accountId),
        foreignAddressKey: await newKey(operator, account.accountId, { addresses: ["203.0.113.7"] }),
        readOnlyKey: await newKey(operator, account.accountId, { readOnly: true }),
        softId: await newApplication(operator, account),
        page: `${site.url}/`,
        // A busy machine must not fail a check.
        patience: 300,
      };
    },
    async stop() {
      await operator.close();
      await installation.stop();
      await site.close();
    },
  };
}
