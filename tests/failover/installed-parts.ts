import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { readSettings } from "../../apps/cli/src/installation/settings.ts";
import { findBrowsers } from "../../apps/cli/src/up/chromium.ts";
import { prepareDatabase } from "../../apps/cli/src/up/prepare-database.ts";
import { webProgram, workerProgram, workerScript, workerUser } from "../../apps/cli/src/up/programs.ts";
import { listening } from "../installation.ts";
import { type Running, run } from "../program.ts";

/** A process that can be restarted while others do its work. */
export interface Part {
  name: string;
  /** Ends it as an operator would, or by another signal, starts it again, and resolves when it works. */
  restart(signal?: NodeJS.Signals): Promise<void>;
}

interface PartsOptions {
  /** The addresses for each process's role; `url` is the owner's. */
  database: DatabaseUrls;
  secret: string;
  /** The port of each web server. */
  webPorts: readonly number[];
  workers: number;
  env: Record<string, string>;
}

/** Starts web servers and workers of one installation, each a process of its own, and resolves when they work. */
export async function startParts({ database, secret, webPorts, workers, env }: PartsOptions) {
  await prepareDatabase({ databaseUrl: database.url, secret });
  const common = { settings: readSettings({}), database, secret, egressAllow: ["127.0.0.0/8"], dev: false };
  const folder = mkdtempSync(join(tmpdir(), "gatepost-parts-"));
  chmodSync(folder, 0o711);
  const browsers = await findBrowsers();
  const as = await workerUser({ script: workerScript, browsers, dataDir: folder }, () => {});
  const started: Running[] = [];

  async function part(
    name: string,
    start: () => Running,
    untilWorking: (one: Running) => Promise<void>,
  ): Promise<Part> {
    let running: Running;
    const begin = async () => {
      running = start();
      started.push(running);
      await untilWorking(running);
    };
    await begin();
    return {
      name,
      async restart(signal) {
        await running.stop(signal);
        await begin();
      },
    };
  }

  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  const log = () => started.map((one) => one.output()).join("\n");
  try {
    const parts = await Promise.all([
      ...webPorts.map((port, n) => {
        const own = { GATEPOST_SIGNUP: "open", ...env, PORT: String(port), HOST: "127.0.0.1", WEB_CONCURRENCY: "1" };
        return part(`web server ${n + 1}`, () => run(webProgram(common), own), untilHealthy);
      }),
      ...Array.from({ length: workers }, (_, n) =>
        part(`worker ${n + 1}`, () => run(workerProgram({ ...common, browsers, as }), env), untilRegistered),
      ),
    ]);
    return { parts, log, stop };
  } catch (error) {
    const output = log();
    await stop();
    throw new Error(`A process did not start. They said:\n${output}`, { cause: error });
  }
}

/** Its first response, for which it loads code, can take longer than a proxy's check. */
async function untilHealthy(web: Running): Promise<void> {
  const url = await web.said(listening);
  while (!(await fetch(`${url}/healthz`)).ok) await sleep(50);
}

async function untilRegistered(worker: Running): Promise<void> {
  await worker.said(/"event":"(registered)"/);
}
