import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { serversOf } from "@gatepost/db/servers";
import { egressPolicy } from "@gatepost/domain/platform/egress";
import { nearest } from "@gatepost/domain/platform/errors";
import { onOff, readEach, readHost, wholeNumber } from "@gatepost/domain/platform/settings";
import { ROOT } from "../root.ts";

/** The operator's settings, see .env.example. */
export type Settings = ReturnType<typeof readSettings>;

/** The operator's own PostgreSQL. The web server and the worker use the role of `url` if none is set for them. */
export type DatabaseSettings = DatabaseUrls & {
  /** A superuser's address, to create and maintain the other roles. */
  adminUrl: string | undefined;
};

/** Reads the environment, once. Throws as readEach does. */
export function readSettings(env: NodeJS.ProcessEnv) {
  return readEach({
    port: () => wholeNumber(env, "PORT", 3000, 1, 65_535),
    host: () => readHost(env),
    webConcurrency: () => wholeNumber(env, "WEB_CONCURRENCY", 1, 1, 256),
    /** Tasks that one worker runs at once. */
    workerSlots: () => wholeNumber(env, "WORKER_SLOTS", 4, 1, 256),
    /** Absolute. */
    dataDir: () => dataDir(env.GATEPOST_DATA_DIR || ".data"),
    /** Undefined: the embedded PostgreSQL. */
    database: () => database(env),
    /** Undefined: one is generated and kept in the data folder. */
    secret: () => secret(env.GATEPOST_SECRET),
    demo: () => onOff(env, "GATEPOST_DEMO"),
    /** Addresses that tasks may reach although the egress policy forbids them. */
    egressAllow: () => egressAllow(env.GATEPOST_EGRESS_ALLOW ?? "", env.GATEPOST_EGRESS_DENY),
  });
}

/** A sentence for each variable whose name is nearly that of a setting. It is not refused: another program may read it. */
export function mistypedNames(env: NodeJS.ProcessEnv): string[] {
  const example = readFileSync(join(ROOT, ".env.example"), "utf8");
  const settings = [...example.matchAll(/^#?((?:GATEPOST|WORKER|WEB)_)(\w+)=/gm)].map(([, prefix, rest = ""]) => ({
    prefix,
    rest,
  }));
  return Object.keys(env).flatMap((name) => {
    const [, prefix, given = ""] = /^((?:GATEPOST|WORKER|WEB)_)(\w+)$/.exec(name) ?? [];
    const names = settings.filter((one) => one.prefix === prefix).map(({ rest }) => rest);
    const [meant] = names.includes(given) ? [] : nearest(given, names);
    return meant ? `There is no setting ${name}, so it is ignored. Did you mean ${prefix}${meant}?` : [];
  });
}

/** A folder that is called ~ is refused, because whoever deletes it in a shell would delete the home folder. */
function dataDir(text: string): string {
  if (!/^~(?:\/|$)/.test(text)) return resolve(ROOT, text);
  throw new Error(`GATEPOST_DATA_DIR is "${text}": write the home folder in full, because only a shell expands ~.`);
}

function database(env: NodeJS.ProcessEnv): DatabaseSettings | undefined {
  const url = env.DATABASE_URL;
  const others = ["GATEPOST_WEB_DATABASE_URL", "GATEPOST_WORKER_DATABASE_URL", "GATEPOST_ADMIN_DATABASE_URL"] as const;
  const [web, worker, admin] = others.map((name) => {
    if (env[name] && !url)
      throw new Error(`${name} is set, and DATABASE_URL is not: set DATABASE_URL too, or neither.`);
    return env[name] || undefined;
  });
  if (!url) return undefined;
  for (const name of ["DATABASE_URL", ...others]) if (env[name]) requireDatabaseUrl(env[name], name);
  if (admin && !(web && worker))
    throw new Error(
      "GATEPOST_ADMIN_DATABASE_URL makes the roles that GATEPOST_WEB_DATABASE_URL and GATEPOST_WORKER_DATABASE_URL name: set these too.",
    );
  return { url, webUrl: web ?? url, workerUrl: worker ?? url, adminUrl: admin };
}

/** Checks the form of a database's address, because pg reads what is missing as this machine and this user. */
function requireDatabaseUrl(url: string, name: string): void {
  for (const server of serversOf(url)) {
    const { protocol, host, pathname, searchParams } = URL.parse(server) ?? {};
    const isComplete = (host || searchParams?.get("host")) && pathname && pathname !== "/";
    if (/^postgres(?:ql)?:$/.test(protocol ?? "") && isComplete) continue;
    throw new Error(
      `${name} is no address of a PostgreSQL database: write it as postgresql://user:password@host:5432/name, with host and name, and special characters of the password percent-encoded.`,
    );
  }
}

function egressAllow(text: string, deny: string | undefined): string[] {
  // Web and worker read it again; reading it here reports a wrong entry before anything starts.
  egressPolicy(text, { deny });
  return text.split(",").flatMap((entry) => entry.trim() || []);
}

function secret(given: string | undefined): string | undefined {
  if (!given) return undefined;
  if (given.length >= 32) return given;
  throw new Error("GATEPOST_SECRET is too short: it must have at least 32 characters, chosen at random.");
}

/**
 * Reads the settings of a web server or worker that is started by itself. The address of its own role is `ownUrl` if that is
 * set, as on a machine that has both, otherwise DATABASE_URL. Throws as readEach does, also for what is missing: neither an
 * embedded database nor a generated secret would be shared with the other machines.
 */
export function openCommon(
  env: NodeJS.ProcessEnv,
  ownUrl: "GATEPOST_WEB_DATABASE_URL" | "GATEPOST_WORKER_DATABASE_URL",
) {
  const given = env[ownUrl] || env.DATABASE_URL;
  const { url, settings, secret } = readEach({
    url: () => {
      if (given) return given;
      throw new Error(
        "DATABASE_URL is not set: give it the address of the PostgreSQL database, with this program's role.",
      );
    },
    settings: () => readSettings({ ...env, DATABASE_URL: given }),
    secret: () => {
      if (env.GATEPOST_SECRET) return env.GATEPOST_SECRET;
      throw new Error("GATEPOST_SECRET is not set: give it the same 32 characters or more on every machine.");
    },
  });
  const { egressAllow } = settings;
  return { settings, database: { url, webUrl: url, workerUrl: url }, secret, egressAllow, dev: false };
}
