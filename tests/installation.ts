import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { cloneDatabase } from "@gatepost/db/testing";
import { readSettings } from "../apps/cli/src/installation/settings.ts";
import { findBrowsers } from "../apps/cli/src/up/chromium.ts";
import { prepareDatabase } from "../apps/cli/src/up/prepare-database.ts";
import { untilReady, webProgram, workerProgram, workerScript, workerUser } from "../apps/cli/src/up/programs.ts";
import { staleWeb } from "../apps/cli/src/up/web-build.ts";
import { type Running, run } from "./program.ts";

/** A real installation: a database of its own, the built web app and, on request, a worker, as processes. */
export type Installation = Awaited<ReturnType<typeof startInstallation>>;

export interface InstallationOptions {
  /** A real worker with a real browser; without one, tests do a worker's work themselves. */
  worker?: boolean;
  /** What tasks may reach besides the internet; default: the loopback, where test sites listen. */
  egressAllow?: string;
  env?: Record<string, string>;
  /** Limits of calls, `off` for tests that send thousands. */
  rates?: "off" | "default";
  /** An existing database, instead of a new one. */
  database?: DatabaseUrls;
  /** The secret of another installation on the same database. */
  secret?: string;
  /** What gets the output of its processes too. */
  logFile?: string;
}

/** What a web server logs once it answers, with its address. */
export const listening = /"event":"listening","url":"([^"]+)"/;

let warned: Promise<void> | undefined;

/** A test of an older build passes or fails for reasons that its reader cannot see. */
async function warnOfStaleWeb(): Promise<void> {
  if (await staleWeb())
    console.warn("The web app was not built from these sources. To build it: npx gatepost web --build-only");
}

/**
 * Starts an installation on free ports. PostgreSQL is running already: GATEPOST_TEST_POSTGRES, see
 * packages/db/src/testing.ts.
 */
export async function startInstallation({
  worker = false,
  egressAllow = "127.0.0.0/8",
  env = {},
  rates = "off",
  database: given,
  secret = randomBytes(32).toString("hex"),
  logFile,
}: InstallationOptions = {}) {
  const own = given === undefined ? await cloneDatabase() : undefined;
  const { url: databaseUrl, webUrl, workerUrl } = given ?? (own as DatabaseUrls);
  const database = { url: databaseUrl, webUrl, workerUrl };
  warned ??= warnOfStaleWeb();
  await Promise.all([warned, prepareDatabase({ databaseUrl, secret })]);

  const common = { settings: readSettings({}), database, secret, egressAllow: [egressAllow], dev: false };
  const processes: Running[] = [];
  const folder = mkdtempSync(join(tmpdir(), "gatepost-installation-"));
  chmodSync(folder, 0o711);

  function startWeb(): Running {
    const more = {
      PORT: "0",
      HOST: "127.0.0.1",
      WEB_CONCURRENCY: "1",
      ...(rates === "off" && { GATEPOST_RATE_LIMIT: "off" }),
      GATEPOST_SIGNUP: "open",
      // A test's one account stands for many.
      GATEPOST_MAX_BACKLOG_PER_ACCOUNT: "0",
      ...env,
    };
    const web = run(webProgram(common), more, logFile);
    processes.push(web);
    return web;
  }

  async function runWorker(): Promise<void> {
    const browsers = await findBrowsers();
    const as = await workerUser({ script: workerScript, browsers, dataDir: folder }, () => {});
    processes.push(run(workerProgram({ ...common, browsers, as }), env, logFile));
  }

  const allReady = (url: string) => untilReady(url, AbortSignal.any(processes.map(({ ended }) => ended)));

  async function end(): Promise<void> {
    await Promise.all(processes.map((one) => one.stop()));
    await own?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= end();
    return stopped;
  };

  try {
    let web = startWeb();
    if (worker) await runWorker();
    let url = await web.said(listening);
    if (worker) await allReady(url);
    return {
      /** The origin of the web app. */
      get url() {
        return url;
      },
      /** The addresses for each process's role; `databaseUrl` is the owner's. */
      database,
      databaseUrl,
      secret,
      stop,
      /** The output of its processes. */
      log: () => processes.map((one) => one.output()).join("\n"),
      /** Whether none of its processes has ended by itself. */
      isRunning: () => !processes.some(({ ended }) => ended.aborted),
      /** Starts a worker, as the option `worker` does at once. Resolves when the installation is ready. */
      async startWorker() {
        await runWorker();
        await allReady(url);
      },
      /** Kills the web process and starts another one. Resolves when that one listens, at another `url`. */
      async killWeb() {
        processes.splice(processes.indexOf(web), 1);
        await web.stop("SIGKILL");
        web = startWeb();
        url = await web.said(listening);
      },
    };
  } catch (error) {
    const output = processes.map((one) => one.output()).join("\n");
    await stop();
    throw new Error(`The installation did not start. It said:\n${output}`, { cause: error });
  }
}
