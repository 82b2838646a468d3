import { join } from "node:path";
import { ROOT } from "../root.ts";
import type { Settings } from "./settings.ts";
import type { Program } from "./supervise.ts";
import type { WorkerUser } from "./worker-user.ts";

const WEB = join(ROOT, "apps/web");
const WORKER = join(ROOT, "apps/worker");

export const workerScript = join(WORKER, "src/main.ts");

/** What both programs must know. Secrets go by environment: anybody may read a command line. */
type Common = { settings: Settings; databaseUrl: string; secret: string; egressAllow: string[]; dev: boolean };

export function webProgram({ settings, dev, ...common }: Common): Program {
  return {
    name: "web server",
    script: join(WEB, "server.ts"),
    cwd: WEB,
    env: {
      ...environment({ settings, dev, ...common }),
      PORT: String(settings.port),
      HOST: settings.host,
      WEB_CONCURRENCY: String(settings.webConcurrency),
      ...(dev && { GATEPOST_DEV: "1" }),
    },
  };
}

export function workerProgram({ chromium, as, ...common }: Common & { chromium: string; as: WorkerUser }): Program {
  return {
    name: "worker",
    script: workerScript,
    cwd: WORKER,
    env: {
      ...environment(common),
      WORKER_SLOTS: String(common.settings.workerSlots),
      GATEPOST_CHROMIUM: chromium,
      ...(as.home && { HOME: as.home }),
    },
    user: as.user,
  };
}

function environment({ databaseUrl, secret, egressAllow, dev }: Common): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: databaseUrl,
    GATEPOST_SECRET: secret,
    GATEPOST_EGRESS_ALLOW: egressAllow.join(","),
  };
}
