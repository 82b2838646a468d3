import { ensureChromium } from "./chromium.ts";
import { runDatabase } from "./database.ts";
import { startDemo } from "./demo.ts";
import { requireFreePort } from "./port.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { webProgram, workerProgram, workerScript } from "./programs.ts";
import { phase } from "./progress.mjs";
import { untilReady } from "./ready.ts";
import { keepSecret } from "./secret.ts";
import type { Settings } from "./settings.ts";
import { hearStopRequests, Stopped } from "./stop-request.ts";
import { type Supervised, supervise } from "./supervise.ts";
import { buildWeb, staleWeb } from "./web-build.ts";
import { printWelcome } from "./welcome.ts";
import { workerUser } from "./worker-user.ts";

/**
 * Starts everything and runs until somebody asks it to stop; then stops everything, in the other order. Rejects with one
 * sentence when something cannot start or go on, and has stopped by then what had started.
 */
export async function up(settings: Settings, { dev }: { dev: boolean }): Promise<void> {
  // Whoever reads our lines may be gone before us, as `tee` is after Ctrl-C: what was started is stopped all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const programs: Supervised[] = [];
  const failed = new AbortController();
  using stop = hearStopRequests(() => {
    for (const program of programs) program.kill();
    process.exit(1);
  });
  const over = AbortSignal.any([stop.signal, failed.signal]);
  const started = new AsyncDisposableStack();
  try {
    await start();
    await new Promise((_, reject) => over.addEventListener("abort", () => reject(over.reason)));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await phase("stopping", () => started.disposeAsync());
  }

  async function start(): Promise<void> {
    await requireFreePort(settings.host, settings.port);
    const secret = await keepSecret(settings);
    const database = await phase("starting PostgreSQL", (say) => runDatabase(settings, { say, log: console.log }));
    const { url: databaseUrl } = started.use(database);
    over.throwIfAborted();
    const { complaint } = await phase("preparing the database", () => prepareDatabase({ databaseUrl, secret }));
    if (complaint) console.error(complaint);
    over.throwIfAborted();
    const chromium = await phase("looking for Chromium", (say) => ensureChromium({ log: say, signal: over }));
    if (!dev) await build();
    const demo = settings.demo
      ? await phase("preparing the demo", () => startDemo({ databaseUrl, secret, origin: originOf(settings) }))
      : undefined;
    started.use(demo);
    over.throwIfAborted();

    const egressAllow = [...settings.egressAllow, ...(demo ? [demo.address] : [])];
    const common = { settings, databaseUrl, secret, egressAllow, dev };
    const as = workerUser({ script: workerScript, chromium, dataDir: settings.dataDir }, console.log);
    started.defer(async () => {
      await Promise.all(programs.map((program) => program.stop()));
    });
    for (const program of [webProgram({ ...common, as }), workerProgram({ ...common, chromium, as })]) {
      programs.push(supervise(program, { log: console.log, lost: (error) => failed.abort(error) }));
    }
    await phase("starting web and worker", () => untilReady(originOf(settings), over));
    printWelcome({ origin: originOf(settings), demo });
  }

  async function build(): Promise<void> {
    const sources = await staleWeb();
    if (sources) await phase("building the web app", () => buildWeb(sources, over));
  }
}

/** Where a browser on this machine finds it. */
function originOf({ host, port }: Settings): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
