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

export const workerScript = join(WORKER, "src/main.ts");

/** Taken out of what a program inherits: it signs in as itself, and as nobody else. */
const otherRoles = {
  GATEPOST_ADMIN_DATABASE_URL: undefined,
  GATEPOST_WEB_DATABASE_URL: undefined,
  GATEPOST_WORKER_DATABASE_URL: undefined,
};

/** What both programs must know. Secrets go by environment: anybody may read a command line. */
type Common = {
  settings: Settings;
  /** Each program gets the address of its own role alone. */
  database: DatabaseUrls;
  secret: string;
  egressAllow: string[];
  dev: boolean;
};

/** `demoSite`: where the demo's site is, which the documentation shows. */
export function webProgram(options: Common & { as?: WorkerUser; demoSite?: string | undefined }): Program {
  const { settings, dev, as, database, demoSite, ...common } = options;
  return {
    name: "web server",
    user: webUser({ settings, dev }, as),
    script: join(WEB, "server.ts"),
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
 * As root the web server becomes the worker's ordinary user too, if that one can read what was built. Not in development,
 * which writes into the checkout, nor for a port that root alone may open.
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
      // Each name that is looked up occupies a thread, also where nobody answers; read before the program's first line.
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? "32",
      // It writes no emails, and what opens strangers' pages is given no password that it does not need.
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
