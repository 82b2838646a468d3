import { readEach } from "@gatepost/domain/platform/settings";
import { readAuthSettings, readHostSettings, readSettings as readWebSettings } from "../../../web/src/settings.ts";
import { readSettings as readWorkerSettings } from "../../../worker/src/settings.ts";

/** What the launcher gives them (programs.ts); it checks these itself. */
const given = {
  PORT: "3000",
  DATABASE_URL: "given later",
  GATEPOST_SECRET: "given later",
  GATEPOST_HEADLESS_SHELL: process.execPath,
  GATEPOST_CHROMIUM: process.execPath,
};

/**
 * Reads the settings of web server and worker as they will read them themselves, so that a wrong one ends the start before
 * anything runs. Throws as readEach does.
 */
export function requireProgramSettings(env: NodeJS.ProcessEnv): void {
  const complete = { ...env, ...given };
  readEach({
    host: () => readHostSettings(complete),
    web: () => readWebSettings(complete),
    auth: () => readAuthSettings(complete),
    worker: () => readWorkerSettings(complete),
  });
}
