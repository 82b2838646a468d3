import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { cloneDatabase } from "@gatepost/db/testing";
import { findBrowsers } from "../apps/cli/src/up/chromium.ts";
import { prepareDatabase } from "../apps/cli/src/up/prepare-database.ts";
import { webProgram, workerProgram, workerScript } from "../apps/cli/src/up/programs.ts";
import { untilReady } from "../apps/cli/src/up/ready.ts";
import { readSettings } from "../apps/cli/src/up/settings.ts";
import type { Program } from "../apps/cli/src/up/supervise.ts";
import { workerUser } from "../apps/cli/src/up/worker-user.ts";
import { shortLived } from "./short-lived.ts";

/** A real installation: a database of its own, the built web app and, on request, a worker, as processes. */
export interface Installation {
  /** The origin of the web app. */
  url: string;
  /** The addresses for each process's role; `databaseUrl` is the owner's. */
  database: DatabaseUrls;
  databaseUrl: string;
  secret: string;
  /** The output of its processes. */
  log(): string;
  stop(): Promise<void>;
}

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
}: InstallationOptions = {}): Promise<Installation> {
  const own = given === undefined ? await cloneDatabase() : undefined;
  const { url: databaseUrl, webUrl, workerUrl } = given ?? (own as DatabaseUrls);
  const database = { url: databaseUrl, webUrl, workerUrl };
  await prepareDatabase({ databaseUrl, secret });

  const common = { settings: readSettings({}), database, secret, egressAllow: [egressAllow], dev: false };
  const processes: Running[] = [];
  const folder = mkdtempSync(join(tmpdir(), "gatepost-installation-"));
  chmodSync(folder, 0o711);

  async function stop(): Promise<void> {
    await Promise.all(processes.map((one) => one.stop()));
    await own?.drop();
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    const web = run(webProgram(common), {
      PORT: "0",
      HOST: "127.0.0.1",
      WEB_CONCURRENCY: "1",
      ...(rates === "off" && { GATEPOST_RATE_LIMIT: "off" }),
      // A test's one account stands for many.
      GATEPOST_MAX_BACKLOG_PER_ACCOUNT: "0",
      ...env,
    });
    processes.push(web);
    if (worker) {
      const browsers = await findBrowsers();
      const as = workerUser({ script: workerScript, browsers, dataDir: folder }, () => {});
      processes.push(run(workerProgram({ ...common, browsers, as }), env));
    }
    const url = await web.said(/Gatepost listens on (\S+)/);
    if (worker) await untilReady(url, AbortSignal.any(processes.map(({ ended }) => ended)));
    return { url, database, databaseUrl, secret, log: () => processes.map((one) => one.output()).join("\n"), stop };
  } catch (error) {
    const output = processes.map((one) => one.output()).join("\n");
    await stop();
    throw new Error(`The installation did not start. It said:\n${output}`, { cause: error });
  }
}

interface Running {
  output(): string;
  /** The match of the pattern's group, once the process has written it. */
  said(pattern: RegExp): Promise<string>;
  /** Aborted when the process has ended. */
  ended: AbortSignal;
  stop(): Promise<void>;
}

/** Runs a program as the launcher does, but with its output captured, and not restarted when it dies. It ends with this process. */
function run({ name, script, cwd, env, user }: Program, more: Record<string, string>): Running {
  const follow = new URL("../apps/cli/src/up/follow-parent.ts", import.meta.url).href;
  const child: ChildProcess = spawn(process.execPath, [...shortLived, "--import", follow, script], {
    ...user,
    cwd,
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const ended = new AbortController();
  const closed = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      output += error.message;
      resolve();
    });
    child.once("close", () => resolve());
  });
  void closed.then(() => ended.abort(new Error(`The ${name} has ended.`)));
  const printed = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      printed.dispatchEvent(new Event("text"));
    });
  }

  return {
    output: () => output,
    ended: ended.signal,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output)?.[1];
          if (match !== undefined) resolve(match);
        };
        printed.addEventListener("text", look, { signal: ended.signal });
        ended.signal.addEventListener("abort", () => reject(ended.signal.reason));
        look();
      }),
    async stop() {
      child.kill("SIGTERM");
      await closed;
    },
  };
}
