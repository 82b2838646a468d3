import { type Operator, openOperator } from "../factories.ts";
import { freePort } from "../free-port.ts";
import { type Installation, type InstallationOptions, startInstallation } from "../installation.ts";
import type { SharedInstallation } from "./setup.ts";

/** The web app alone. */
export interface Web extends SharedInstallation {
  operator: Operator;
}

export type OwnWeb = Web & Installation & AsyncDisposable;

/** Reads what it logs from this moment on. */
export function logFromNow({ log }: Pick<Web, "log">): () => string {
  const before = log().length;
  return () => log().slice(before);
}

/** One with settings of its own, as long as a test needs it. */
export async function startWeb(options: InstallationOptions = {}): Promise<OwnWeb> {
  const installation = await startInstallation(options);
  const operator = openOperator(installation);
  return {
    ...installation,
    // Another one after `killWeb`.
    get url() {
      return installation.url;
    },
    operator,
    async [Symbol.asyncDispose]() {
      await operator.close();
      await installation.stop();
    },
  };
}

/** A web app that sends its emails to this mail server, with links to itself. */
export async function startMailingWeb(mailServer: { url: string }, options: InstallationOptions = {}): Promise<OwnWeb> {
  const port = await freePort();
  return startWeb({
    ...options,
    env: {
      ...options.env,
      PORT: String(port),
      GATEPOST_ORIGIN: `http://127.0.0.1:${port}`,
      GATEPOST_SMTP_URL: mailServer.url,
      GATEPOST_MAIL_FROM: "Gatepost <gatepost@example.com>",
    },
  });
}
