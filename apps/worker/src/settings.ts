import { readAppSettings, readDatabaseSettings, readEach, wholeNumber } from "@gatepost/domain/platform/settings";
import { readMetricsAddress, readTracesUrl } from "@gatepost/metrics/settings";
import { findPrograms } from "./browser/browsers.ts";
import type { LiveSettings } from "./live/live-server.ts";

export type WorkerSettings = ReturnType<typeof readSettings>;

/** Reads the environment once. Throws as readEach does. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const { database, ...others } = readEach({
    database: () => readDatabaseSettings(env),
    slots: () => wholeNumber(env, "WORKER_SLOTS", 4, 1, 256),
    slotsPerAccount: () => wholeNumber(env, "WORKER_SLOTS_PER_ACCOUNT", 0, 0, 256),
    waitingMax: () => wholeNumber(env, "WORKER_WAITING_MAX", 100, 1, 10_000),
    waitingPerAccount: () => wholeNumber(env, "WORKER_WAITING_PER_ACCOUNT", 0, 0, 10_000),
    /** Up to so many browsers of an engine run so that accounts share none. */
    ownBrowsers: () => wholeNumber(env, "WORKER_BROWSERS", 8, 1, 1_000),
    programs: () => findPrograms(env),
    /** The memory that each process of a browser may use. */
    memoryMegabytes: () => wholeNumber(env, "WORKER_PAGE_MEMORY_MB", 2_048, 512, 1_048_576),
    /** The size of all files that one task downloads. */
    filesMegabytes: () => wholeNumber(env, "WORKER_FILES_MB", 10, 1, 32),
    app: () => readAppSettings(env),
    /** How long a stopping worker lets tasks go on that wait for a value or may not run again. */
    drainSeconds: () => wholeNumber(env, "GATEPOST_DRAIN_SECONDS", 25, 0, 86_400),
    /** Where web servers reach the live pages of its tasks; undefined: nowhere. */
    live: () => readLive(env),
    /** Where metrics are served; undefined: nowhere. */
    metrics: () => readMetricsAddress(env, "GATEPOST_WORKER_METRICS"),
    /** The collector that traces are sent to; undefined: none are made. */
    traces: () => readTracesUrl(env),
  });
  return { ...database, ...others };
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
