import { join } from "node:path";
import { canRead, type User } from "@gatepost/db/embedded/user";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { ROOT } from "../root.ts";
import type { EnginePrograms } from "./chromium.ts";
import type { Settings } from "./settings.ts";
import type { Program } from "./supervise.ts";
import type { WorkerUser } from "./worker-user.ts";

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
  return {
    name: "web server",
    user: webUser({ settings, dev }, as),
    script: webScript,
    cwd: WEB,
    env: {
      ...environment(database.webUrl, { dev, ...common }),
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
  return canRead(as.user, join(WEB, ".next/BUILD_ID")) ? as.user : undefined;
}

export function workerProgram(options: Common & { browsers: EnginePrograms; as: WorkerUser }): Program {
  const { browsers, as, settings, database, ...common } = options;
  return {
    name: "worker",
    script: workerScript,
    cwd: WORKER,
    env: {
      ...environment(database.workerUrl, common),
      WORKER_SLOTS: String(settings.workerSlots),
      GATEPOST_HEADLESS_SHELL: browsers.shell ?? "none",
      GATEPOST_CHROMIUM: browsers.full ?? "none",
      // Each name that is looked up occupies a thread, even if no server responds. Read before the program's first
      // line.
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
