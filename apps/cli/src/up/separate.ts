import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { readSettings, type Settings } from "./settings.ts";

/** What a program needs that is started by itself, on a machine that may have nothing else. */
export interface Common {
  settings: Settings;
  database: DatabaseUrls;
  secret: string;
  egressAllow: string[];
  dev: false;
}

/**
 * Reads the settings of a web server or worker that is started by itself. The address of its own role is `ownUrl` if that is
 * set, as on a machine that has both, otherwise DATABASE_URL. Throws one sentence that names what is missing: neither an
 * embedded database nor a generated secret would be shared with the other machines.
 */
export function openCommon(
  env: NodeJS.ProcessEnv,
  ownUrl: "GATEPOST_WEB_DATABASE_URL" | "GATEPOST_WORKER_DATABASE_URL",
): Common {
  const url = env[ownUrl] || env.DATABASE_URL;
  if (!url)
    throw new Error(
      "DATABASE_URL is not set: give it the address of the PostgreSQL database, with this program's role.",
    );
  const settings = readSettings({ ...env, DATABASE_URL: url });
  const { secret, egressAllow } = settings;
  if (!secret) throw new Error("GATEPOST_SECRET is not set: give it the same 32 characters or more on every machine.");
  return { settings, database: { url, webUrl: url, workerUrl: url }, secret, egressAllow, dev: false };
}
