import type { Settings } from "@gatepost/domain/platform/context";
import {
  type DatabaseSettings,
  readAppSettings,
  readDatabaseSettings,
  wholeNumber,
} from "@gatepost/domain/platform/settings";
import { type MetricsAddress, readMetricsAddress, readTracesUrl } from "@gatepost/metrics/settings";
import { type EnginePrograms, findPrograms } from "./browser/browsers.ts";
import type { LiveSettings } from "./live/live-server.ts";
import type { Capacity } from "./runtime/claim-rules.ts";

export interface WorkerSettings extends Capacity, DatabaseSettings {
  programs: EnginePrograms;
  /** Up to so many browsers of an engine run so that accounts share none. */
  ownBrowsers: number;
  /** The memory that each process of a browser may use. */
  memoryMegabytes: number;
  /** The size of all files that one task downloads. */
  filesMegabytes: number;
  app: Settings;
  /** How long a stopping worker lets tasks go on that wait for a value or may not run again. */
  drainSeconds: number;
  /** Where web servers reach the live pages of its tasks; undefined: nowhere. */
  live: LiveSettings | undefined;
  /** Where metrics are served; undefined: nowhere. */
  metrics: MetricsAddress | undefined;
  /** The collector that traces are sent to; undefined: none are made. */
  traces: string | undefined;
}

/** Reads the environment once. Throws one sentence that names the variable and says what to set. */
export function readSettings(env: NodeJS.ProcessEnv): WorkerSettings {
  return {
    ...readDatabaseSettings(env),
    slots: wholeNumber(env, "WORKER_SLOTS", 4, 1, 256),
    slotsPerAccount: wholeNumber(env, "WORKER_SLOTS_PER_ACCOUNT", 0, 0, 256),
    waitingMax: wholeNumber(env, "WORKER_WAITING_MAX", 100, 1, 10_000),
    waitingPerAccount: wholeNumber(env, "WORKER_WAITING_PER_ACCOUNT", 0, 0, 10_000),
    ownBrowsers: wholeNumber(env, "WORKER_BROWSERS", 8, 1, 1_000),
    programs: findPrograms(env),
    memoryMegabytes: wholeNumber(env, "WORKER_PAGE_MEMORY_MB", 2_048, 512, 1_048_576),
    filesMegabytes: wholeNumber(env, "WORKER_FILES_MB", 10, 1, 32),
    app: readAppSettings(env),
    drainSeconds: wholeNumber(env, "GATEPOST_DRAIN_SECONDS", 25, 0, 86_400),
    live: readLive(env),
    metrics: readMetricsAddress(env, "GATEPOST_WORKER_METRICS"),
    traces: readTracesUrl(env),
  };
}

function readLive(env: NodeJS.ProcessEnv): LiveSettings | undefined {
  if (env.WORKER_LIVE_PORT === "off") return undefined;
  const address = env.WORKER_LIVE_ADDRESS || "127.0.0.1";
  if (!/^(?:[\w.-]+|[\da-f:]+)$/i.test(address))
    throw new Error(
      `WORKER_LIVE_ADDRESS is "${address}": give it the name or the address of this machine without a port, or auto.`,
    );
  return { port: wholeNumber(env, "WORKER_LIVE_PORT", 0, 0, 65_535), address };
}
