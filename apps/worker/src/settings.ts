import type { Settings } from "@gatepost/domain/context";
import { readDoorKeys, readGroundSettings, wholeNumber } from "@gatepost/domain/settings";

export interface WorkerSettings {
  databaseUrl: string;
  secret: string;
  /** Tasks that run at once. */
  slots: number;
  /** Tasks that may wait for a value besides, without a slot. */
  waitingMax: number;
  /** The browser's program. */
  chromium: string;
  /** What each process of a browser may use. */
  memoryMegabytes: number;
  ground: Settings;
  /** How long a stopping worker lets tasks go on that wait for a value or may not be run again. */
  drainSeconds: number;
}

/** Reads the environment once. Throws one sentence that names the variable and says what to set. */
export function readSettings(env: NodeJS.ProcessEnv): WorkerSettings {
  return {
    ...readDoorKeys(env),
    slots: wholeNumber(env, "WORKER_SLOTS", 4, 1, 256),
    waitingMax: wholeNumber(env, "WORKER_WAITING_MAX", 50, 0, 10_000),
    chromium: env.GATEPOST_CHROMIUM || "/usr/bin/chromium",
    memoryMegabytes: wholeNumber(env, "WORKER_PAGE_MEMORY_MB", 2_048, 512, 1_048_576),
    ground: readGroundSettings(env),
    drainSeconds: wholeNumber(env, "GATEPOST_DRAIN_SECONDS", 25, 0, 86_400),
  };
}
