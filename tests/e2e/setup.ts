import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { freePort } from "../free-port.ts";
import { type Installation, startInstallation } from "../installation.ts";
import startPostgres from "../postgres.ts";

/** An installation that runs in another process. */
export type SharedInstallation = Pick<Installation, "url" | "database" | "databaseUrl" | "secret" | "log">;

interface Shared {
  installation: Omit<SharedInstallation, "log"> & { logFile: string };
  web: Omit<SharedInstallation, "log"> & { logFile: string };
  /** The demo site that the portal leads newcomers to. */
  demoSite: string;
  /** Where the demo site of each of Playwright's workers is to listen. */
  sitePorts: number[];
}

/** The installations that the browser tests share, in one of Playwright's workers. */
export function readShared() {
  const { installation, web, ...others } = JSON.parse(process.env.GATEPOST_TEST_SHARED ?? "") as Shared;
  const withLog = ({ logFile, ...one }: Shared["web"]) => ({ ...one, log: () => readFileSync(logFile, "utf8") });
  return { installation: withLog(installation), web: withLog(web), ...others };
}

/**
 * Before the browser tests: PostgreSQL, and the two installations that they share. With one of each in each of Playwright's workers,
 * three web servers would compile the same code and become fast by themselves. Returns the teardown.
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stopPostgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), "gatepost-e2e-"));
  const logFiles = ["installation.log", "web.log"].map((name) => join(folder, name));
  for (const file of logFiles) writeFileSync(file, "");
  const sitePorts = await Promise.all(Array.from({ length: workers }, freePort));
  const [installationLog = "", webLog = ""] = logFiles;
  const demoSite = await startSite();
  const [installation, web] = await Promise.all([
    startInstallation({
      worker: true,
      // Frames of another site are there under the other name.
      egressAllow: [demoSite.port, ...sitePorts].map((port) => `127.0.0.1:${port},localhost:${port}`).join(),
      env: {
        // For as many tasks at once as if each of Playwright's workers had a worker of its own.
        WORKER_SLOTS: String(4 * workers),
        // Tasks that tests leave behind would wait for the whole time.
        GATEPOST_DRAIN_SECONDS: "0",
        GATEPOST_DEMO_SITE: demoSite.url,
      },
      logFile: installationLog,
    }),
    startInstallation({ logFile: webLog }),
  ]);
  const facts = ({ url, database, databaseUrl, secret }: Installation) => ({ url, database, databaseUrl, secret });
  process.env.GATEPOST_TEST_SHARED = JSON.stringify({
    installation: { ...facts(installation), logFile: installationLog },
    web: { ...facts(web), logFile: webLog },
    demoSite: demoSite.url,
    sitePorts,
  } satisfies Shared);
  return async () => {
    await Promise.all([installation.stop(), web.stop(), demoSite.close()]);
    rmSync(folder, { recursive: true, force: true });
    await stopPostgres();
  };
}
