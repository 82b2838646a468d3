import { setTimeout as sleep } from "node:timers/promises";
import { type Engine, engines } from "@gatepost/contract/browser-settings";
import { noteRolePower } from "@gatepost/domain/platform/health";
import { isMigrated } from "@gatepost/domain/platform/is-migrated";
import { log, logFault } from "@gatepost/domain/platform/log";
import { wrongSetting } from "@gatepost/domain/platform/settings";
import { onStopRequest, within } from "@gatepost/domain/platform/signal";
import { serveMetrics } from "@gatepost/metrics/serve-metrics";
import { startTraces } from "@gatepost/metrics/traces";
import { openWorkerMetrics } from "@gatepost/metrics/worker-metrics";
import { type LeftBrowser, launchBrowser, leftBrowsers, takeOverBrowser } from "./browser/browser.ts";
import { BrowserPool } from "./browser/browser-pool.ts";
import { Browsers, engineName } from "./browser/browsers.ts";
import { openScratchFolder, scratchFolder, temporaryFolder } from "./browser/scratch-folder.ts";
import { openContainer } from "./container.ts";
import { startEgressProxy } from "./egress/egress-proxy.ts";
import { openResolver } from "./egress/resolve.ts";
import { connectLauncher, send } from "./launcher.ts";
import { serveLive } from "./live/live-server.ts";
import { NotificationHub } from "./runtime/notification-hub.ts";
import { savedTasks } from "./runtime/task-session.ts";
import { keepAliveFile, Worker } from "./runtime/worker.ts";
import { readSettings, type WorkerSettings } from "./settings.ts";

const closeMs = 10_000;
const migrationPauseMs = 1_000;
const fullIdleMs = 60_000;

/** Ends the process with a sentence for the person who started it. */
function refuseToStart(sentence: string, exitCode = 1): never {
  process.stderr.write(`Gatepost's worker cannot start: ${sentence}\n`);
  process.exit(exitCode);
}

function settingsOrEnd(): WorkerSettings {
  try {
    return readSettings(process.env);
  } catch (error) {
    return refuseToStart((error as Error).message, wrongSetting);
  }
}

// The reader of our output may end first, as `tee` does after Ctrl-C. That must not keep this process from draining.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
const settings = settingsOrEnd();
const stopTraces = settings.traces && (await startTraces(settings.traces, "gatepost-worker"));

const launcher = await connectLauncher();
const folder = launcher?.saved.get("folder")?.value as string | undefined;
const temporary =
  temporaryFolder(settings.programs.full !== undefined) ??
  refuseToStart("no file can be made in /tmp, nor in TMPDIR: let its user write there.", wrongSetting);
const scratch = folder ? scratchFolder(folder) : openScratchFolder(temporary, launcher);
void launcher?.save("folder", scratch.path);
// Playwright creates its profile folders in os.tmpdir().
process.env.TMPDIR = scratch.path;
process.on("exit", scratch.remove);
// Not by process.exit, where Playwright ends the browsers, and the folder is removed: the next process goes on with them.
if (launcher)
  process.on("uncaughtException", (error) => {
    logFault("crashed", error);
    process.kill(process.pid, "SIGKILL");
  });
process.on("unhandledRejection", (error) => logFault("unhandled", error));

const resolve = openResolver();
const leftSessions = savedTasks(launcher).map(({ session }) => session);
const proxy = await startEgressProxy(settings.app.egress, resolve, {
  launcher,
  left: leftSessions.map((session) => session.proxy),
});
const { memoryMegabytes, filesMegabytes, programs } = settings;
const left = leftBrowsers(launcher, (engine) => programs[engine] !== undefined);
let gapsSaid = false;
function openPool(engine: Engine): BrowserPool | undefined {
  const executable = programs[engine];
  if (!executable) return undefined;
  const options = { engine, proxy, folder: scratch.path, memoryMegabytes, filesMegabytes, launcher };
  const launch = async () => {
    const browser = await launchBrowser({ ...options, executable });
    // Protections that docs/security.md promises and this machine does not provide.
    if (!gapsSaid) for (const what of browser.gaps) log("protection missing", { what });
    gapsSaid = true;
    return browser;
  };
  const takeOver = (one: LeftBrowser) => {
    const sessions = leftSessions.filter(({ browser }) => browser === one.name);
    return takeOverBrowser(options, one, sessions);
  };
  const ours = left.filter((one) => one.engine === engine);
  // Beside the headless shell few tasks request the full browser, and an idle one takes a quarter of a gigabyte.
  return new BrowserPool(launch, {
    ownMax: settings.ownBrowsers,
    idleMs: engine === "full" && programs.shell ? fullIdleMs : undefined,
    left: new Map(ours.map((one) => [one.name, () => takeOver(one)])),
  });
}
const browsers = new Browsers({ shell: openPool("shell"), full: openPool("full") });
for (const engine of engines) if (!browsers.has(engine)) log("engine missing", { engine });
// Tasks that were left do not wait for another browser.
if (left.length === 0)
  await browsers.warm().catch((error) => {
    logFault("no browser", error);
    const engine = browsers.default;
    refuseToStart(
      `the ${engineName(engine)} at ${programs[engine]} does not start. Try it by hand with --headless --dump-dom about:blank.`,
    );
  });

const notifications = new NotificationHub();
const container = openContainer(settings, notifications);
await untilMigrated();
const { slots, slotsPerAccount, waitingMax, waitingPerAccount, drainSeconds } = settings;
const capacity = { slots, slotsPerAccount, waitingMax, waitingPerAccount };
const live =
  settings.live &&
  (await serveLive(settings.live, container.app, (taskId) => worker.livePageOf(taskId), launcher).catch(
    (error: Error) => refuseToStart(`WORKER_LIVE_PORT: ${error.message}.`),
  ));
const worker: Worker = new Worker({
  app: container.app,
  browsers,
  notifications,
  resolve,
  drainSeconds,
  ...capacity,
  liveAddress: live?.address,
  launcher,
  onDrain: (draining) => {
    if (draining.waiting + draining.running > 0) log("draining", { ...draining });
    void send({ draining });
  },
});
let metricsServer: Awaited<ReturnType<typeof serveMetrics>> | undefined;
if (settings.metrics) {
  const metrics = openWorkerMetrics({ app: container.app, clock: worker.clock, worker });
  const options = { isBeside: launcher?.isBeside };
  metricsServer = await serveMetrics(settings.metrics, () => metrics.metrics(), options).catch((error: Error) =>
    refuseToStart(error.message),
  );
}
keepAliveFile(scratch.path);
void noteRolePower(container.app);

/**
 * Resolves when the database has all migrations of this version: until then, an update leaves the tasks to the worker before this
 * one. While the database is unavailable, the worker's heartbeats report that.
 */
async function untilMigrated(): Promise<void> {
  const mayStart = () => isMigrated(container).catch(() => true);
  if (await mayStart()) return;
  log("waiting for migrations");
  using _ = onStopRequest(() => process.exit(0));
  do await sleep(migrationPauseMs);
  while (!(await mayStart()));
}

let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await worker.stop();
  const closed = Promise.all([live?.close(), browsers.close(), proxy.close(), container.close()]);
  await within(closed, closeMs).catch((error) => logFault("not closed", error));
  if (stopTraces) await stopTraces();
  log("stopped");
  process.exit(0);
}

onStopRequest((request, why) => {
  log("stopping", { why });
  // The first request drains; a second one cuts that short.
  if (request === 1) void stop();
  else void worker.stop();
});
process.on("SIGUSR2", async () => {
  log("retiring", { ...worker.load });
  metricsServer?.leave();
  await worker.retire();
  await stop();
});

log("worker started", { slots, waitingMax });
// Last, because it may be asked to retire at once.
void send({ started: true });
