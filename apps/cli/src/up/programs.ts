import { once } from "node:events";
import { chownSync, mkdirSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { can, isRoot, makeDataFolder, ordinaryUser, type User } from "@gatepost/db/embedded/user";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import type { Settings } from "../installation/settings.ts";
import { ROOT } from "../root.ts";
import type { EnginePrograms } from "./chromium.ts";
import type { Program } from "./supervise.ts";

const WEB = join(ROOT, "apps/web");
const WORKER = join(ROOT, "apps/worker");

export const webScript = join(WEB, "server.ts");
export const workerScript = join(WORKER, "src/main.ts");

/** Removed from a program's environment, because each signs in with its own role only. */
const otherRoles = {
  GATEPOST_ADMIN_DATABASE_URL: undefined,
  GATEPOST_WEB_DATABASE_URL: undefined,
  GATEPOST_WORKER_DATABASE_URL: undefined,
};

/** Settings that both programs need. Secrets are passed by environment, because anybody can read a command line. */
type Common = {
  settings: Settings;
  /** Each program gets the address of its own role only. */
  database: DatabaseUrls;
  secret: string;
  egressAllow: string[];
  dev: boolean;
};

/** `demoSite`: the origin of the demo site, which the documentation shows. */
export function webProgram(options: Common & { as?: WorkerUser; demoSite?: string | undefined }): Program {
  const { settings, dev, as, database, demoSite, ...common } = options;
  const user = webUser({ settings, dev }, as);
  return {
    name: "web server",
    user,
    script: webScript,
    cwd: WEB,
    env: {
      ...environment(database.webUrl, { dev, ...common }),
      ...(user && ownCompileCache(as)),
      PORT: String(settings.port),
      HOST: settings.host,
      WEB_CONCURRENCY: String(settings.webConcurrency),
      ...(dev && { GATEPOST_DEV: "1" }),
      GATEPOST_DEMO_SITE: demoSite,
    },
  };
}

/**
 * As root the web server also becomes the worker's ordinary user, if that user can read the build. Not in development,
 * which writes into the checkout, nor for a port that only root can open.
 */
function webUser({ settings, dev }: Pick<Common, "settings" | "dev">, as: WorkerUser | undefined): User | undefined {
  if (!as?.user || dev || settings.port < 1024) return undefined;
  return can(as.user, "read", join(WEB, ".next/BUILD_ID")) ? as.user : undefined;
}

export function workerProgram(options: Common & { browsers: EnginePrograms; as: WorkerUser }): Program {
  const { browsers, as, settings, database, ...common } = options;
  return {
    name: "worker",
    retires: true,
    saves: true,
    script: workerScript,
    cwd: WORKER,
    env: {
      ...environment(database.workerUrl, common),
      ...ownCompileCache(as),
      WORKER_SLOTS: String(settings.workerSlots),
      GATEPOST_HEADLESS_SHELL: browsers.shell ?? "none",
      GATEPOST_CHROMIUM: browsers.full ?? "none",
      // Each name that is looked up occupies a thread, even if no server responds. Read before the program's first line.
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? "32",
      // It sends no email, and a program that opens strangers' pages gets no password that it does not need.
      GATEPOST_SMTP_URL: undefined,
      ...(as.home && { HOME: as.home }),
    },
    user: as.user,
  };
}

function environment(
  databaseUrl: string,
  { secret, egressAllow, dev }: Pick<Common, "secret" | "egressAllow" | "dev">,
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...otherRoles,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: databaseUrl,
    GATEPOST_SECRET: secret,
    GATEPOST_EGRESS_ALLOW: egressAllow.join(","),
  };
}

/**
 * Where programs of another user keep their compiled code, because they may not write into the checkout's (bootstrap.mjs). Without it
 * they strip and compile everything at each start (P8).
 */
function ownCompileCache(as: WorkerUser | undefined): NodeJS.ProcessEnv {
  return as?.home ? { NODE_COMPILE_CACHE: join(as.home, "compile-cache") } : {};
}

/** The user of the worker and its browsers, and the home folder that Chromium needs. */
type WorkerUser = { user: User | undefined; home: string | undefined };

/**
 * Pages of strangers are not opened as root: as root the worker becomes the ordinary user `gatepost`, if that user can
 * read the program and run the browser. Otherwise it stays the current user, with a warning if that is root.
 */
export async function workerUser(
  { script, browsers, dataDir }: { script: string; browsers: EnginePrograms; dataDir: string },
  log: (line: string) => void,
): Promise<WorkerUser> {
  if (!isRoot()) return { user: undefined, home: undefined };
  const user = ordinaryUser("gatepost");
  // That user must be able to enter it.
  await makeDataFolder(dataDir);
  const home = join(dataDir, "worker");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, user.uid, user.gid);
  const programs = [process.execPath, ...Object.values(browsers)];
  const able =
    can(user, "read", script) &&
    programs.every((path) => can(user, "execute", path)) &&
    can(user, "write", `${home}/.`);
  if (able) return { user, home };
  log(
    "The worker and its browsers run as root, since no ordinary user can read this checkout and its data folder: start Gatepost as an ordinary user instead.",
  );
  return { user: undefined, home: undefined };
}

const timeoutMs = 120_000;

/**
 * Waits until the web server reports that the database, its tables and a worker are available. `hasStarted`: whether it can be ours
 * that reports it; until then, another one may have taken the port.
 */
export async function untilReady(origin: string, signal: AbortSignal, hasStarted = () => true): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let last = "";
  while (performance.now() < deadline) {
    try {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(5_000)]);
      // Not by fetch, nor by an agent: the environment may give these a proxy.
      const request = get(`${origin}/readyz`, { agent: false, signal: patience });
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      last = (await text(answer)).slice(0, 500);
      if (answer.statusCode === 200 && hasStarted()) return;
    } catch (error) {
      last = (error as Error).message;
    }
    signal.throwIfAborted();
    await sleep(50);
  }
  throw new Error(`Gatepost did not become ready within ${timeoutMs / 1_000} s; /readyz said last: ${last}`);
}
