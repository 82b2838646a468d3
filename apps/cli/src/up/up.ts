import { createServer } from "node:net";
import { makeDataFolder } from "@gatepost/db/embedded/user";
import { httpUrl } from "@gatepost/domain/platform/network-address";
import { onStopRequest } from "@gatepost/domain/platform/signal";
import type { DrainReport } from "@gatepost/domain/tasks/workers";
import { runDatabase } from "../installation/database.ts";
import { announce, runningInstallations } from "../installation/running.ts";
import { keepSecret } from "../installation/secret.ts";
import type { Settings } from "../installation/settings.ts";
import { phase } from "../output/progress.mjs";
import { drainDetail, drainText, printWelcome } from "./announcements.ts";
import { ensureBrowsers } from "./chromium.ts";
import { startDemo } from "./demo.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { untilReady, webProgram, workerProgram, workerScript, workerUser } from "./programs.ts";
import { type Program, type Supervised, supervise } from "./supervise.ts";
import { ensureWeb } from "./web-build.ts";

/** Time for programs to stop in order when they are asked a second time. */
const stopAtOnceMs = 10_000;

/** Signals within this time are one key press. Longer than the same limit of the programs, so that they recognise a second press. */
const echoMs = 1_000;

/** Why a start was cancelled: the user asked. Not reported. */
class Stopped extends Error {}

/**
 * Starts everything and runs until asked to stop. Then stops everything in reverse order: the worker, so that values
 * that its tasks wait for can still be pushed, then the web server, then PostgreSQL. Rejects with one sentence if
 * something cannot start or go on; everything started has been stopped by then.
 */
export async function up(settings: Settings, { dev, site }: { dev: boolean; site: string | undefined }): Promise<void> {
  // The reader of our output may end first, as `tee` does after Ctrl-C. What was started must be stopped all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const programs: Supervised[] = [];
  process.on("SIGUSR2", () => {
    for (const program of programs) program.replace();
  });
  const failed = new AbortController();
  const killAll = () => {
    for (const program of programs) program.kill();
    process.exit(1);
  };
  const stopped = new AbortController();
  using _ = onStopRequest((request) => {
    if (request === 1) return stopped.abort(new Stopped());
    if (programs.length === 0 || request > 2) killAll();
    for (const program of programs) program.stopAtOnce();
    setTimeout(killAll, stopAtOnceMs).unref();
  }, echoMs);
  let sayLeft = (_detail: string) => {};
  let drainShown = false;
  /** Of each process of the worker. */
  const reports = new Map<number | undefined, DrainReport>();
  const over = AbortSignal.any([stopped.signal, failed.signal]);
  const started = new AsyncDisposableStack();
  try {
    await start();
    await new Promise((_, reject) => over.addEventListener("abort", () => reject(over.reason)));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await phase("stopping", (say) => {
      sayLeft = say;
      return started.disposeAsync();
    });
  }

  async function start(): Promise<void> {
    await requireFreePort(settings.host, settings.port);
    // Other commands find in it what runs here, even if it holds neither database nor secret.
    await makeDataFolder(settings.dataDir);
    const secret = await keepSecret(settings);
    // Side by side, because each leaves a processor time. What fails ends the others.
    const sides = [
      startData(secret),
      phase("looking for browsers", (say) => ensureBrowsers({ log: say, signal: over })),
      dev ? undefined : ensureWeb(over),
    ] as const;
    const [{ database, demo }, browsers] = await Promise.all(sides).catch(async (error) => {
      failed.abort(error);
      await Promise.allSettled(sides);
      throw error;
    });
    over.throwIfAborted();

    const egressAllow = [...settings.egressAllow, ...(demo?.addresses ?? [])];
    const common = { settings, database, secret, egressAllow, dev };
    const as = await workerUser({ script: workerScript, browsers, dataDir: settings.dataDir }, console.log);
    // Disposed of in reverse order.
    const run = (program: Program) => {
      const lost = (error: Error) => failed.abort(error);
      const running = supervise(program, { log: console.log, lost, drain: showDrain });
      programs.push(running);
      started.defer(() => running.stop());
      return running;
    };
    const web = run(webProgram({ ...common, as, demoSite: demo?.site }));
    run(workerProgram({ ...common, browsers, as }));
    await phase("starting web and worker", () => untilReady(originOf(settings), over, web.hasStarted));
    for (const program of programs) program.startSucceeded();
    const { pid } = process;
    const ownDatabase = settings.database !== undefined;
    // Commands need no more of it.
    const said = demo && { site: demo.site, keyFile: demo.keyFile };
    started.use(announce({ pid, dataDir: settings.dataDir, url: originOf(settings), ownDatabase, demo: said }));
    printWelcome({ origin: originOf(settings), site, demo });
  }

  /** The database, with what must be in it, and the demo. */
  async function startData(secret: string) {
    const database = await phase("starting PostgreSQL", (say) => runDatabase(settings, { say, log: console.log }));
    const { url: databaseUrl } = started.use(database);
    over.throwIfAborted();
    const { complaint } = await phase("preparing the database", () => prepareDatabase({ databaseUrl, secret }));
    if (complaint) console.error(complaint);
    over.throwIfAborted();
    if (!settings.demo) return { database, demo: undefined };
    const origin = originOf(settings);
    const demo = await phase("preparing the demo", () =>
      startDemo({ databaseUrl, secret, origin, dataDir: settings.dataDir }),
    );
    return { database, demo: started.use(demo) };
  }

  function showDrain(draining: DrainReport, pid: number | undefined): void {
    if (!over.aborted) return;
    reports.set(pid, draining);
    const all = [...reports.values()];
    const left = {
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      running: all.reduce((sum, { running }) => sum + running, 0),
      secondsLeft: Math.max(...all.map(({ secondsLeft }) => secondsLeft)),
    };
    const text = drainText(left);
    if (text && !drainShown) console.log(`\n${text}`);
    drainShown ||= text !== undefined;
    sayLeft(drainDetail(left));
  }
}

/** The address for a browser on this machine. */
function originOf({ host, port }: Settings): string {
  return httpUrl(host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host, port);
}

/** Resolves if our web server can listen there; otherwise rejects with what to do. */
function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => reject(new Error(explain(error, host, port))));
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case "EADDRINUSE": {
      const own = runningInstallations().find(({ url }) => new URL(url).port === String(port));
      if (own)
        return `Gatepost runs on port ${port} already, as process ${own.pid} with the data in ${own.dataDir}: stop that one, or set another PORT and another GATEPOST_DATA_DIR for a second one.`;
      return `Port ${port} is taken by another program: stop that one, or choose another port, as in PORT=${port + 1} npm start.`;
    }
    case "EACCES":
      return `This user may not listen on port ${port}: choose one from 1024 on, as in PORT=3000 npm start.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST is ${host}, which is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all.`;
    default:
      return `Gatepost cannot listen on ${host}:${port}: ${message}.`;
  }
}
