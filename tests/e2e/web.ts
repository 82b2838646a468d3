import { type Operator, openOperator } from "../factories.ts";
import { type Installation, type InstallationOptions, startInstallation } from "../installation.ts";

/** The web app alone, with settings of its own, as long as a test needs it. */
export interface Web extends Installation, AsyncDisposable {
  operator: Operator;
}

export async function startWeb(options: InstallationOptions = {}): Promise<Web> {
  const installation = await startInstallation(options);
  const operator = openOperator(installation);
  return {
    ...installation,
    operator,
    async [Symbol.asyncDispose]() {
      await operator.close();
      await installation.stop();
    },
  };
}
