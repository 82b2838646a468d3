import { isIP } from "node:net";
import os from "node:os";
import { type AccountLimits, accountLimits, largeBody, queueLimits } from "@gatepost/contract/limits";
import type { ObjectStoreSettings } from "@gatepost/db/object-store/object-store";
import { egressPolicy } from "./egress.ts";
import { callEach } from "./errors.ts";

export type Environment = Record<string, string | undefined>;

/** What these functions read. Throws once all have been called: the errors of all that threw, a line for each, which says what to set. */
export function readEach<Readers extends Record<string, () => unknown>>(readers: Readers) {
  const { returned, thrown } = callEach(readers);
  if (thrown.length === 0) return returned;
  const errors: Error[] = thrown.flatMap((error) =>
    error instanceof AggregateError ? error.errors : (error as Error),
  );
  throw new AggregateError(errors, [...new Set(errors.map(({ message }) => message))].join("\n"));
}

export type Settings = ReturnType<typeof readAppSettings>;

/**
 * Settings on which all processes of an installation must agree. Throws as readEach does.
 */
export function readAppSettings(env: Environment) {
  return readEach({
    /** The name of this installation in the keys that it creates; undefined: they name none. */
    cell: () => readCell(env.GATEPOST_CELL),
    /** How many keys, applications and so on an account may have. */
    accountLimits: () => readAccountLimits(env.GATEPOST_ACCOUNT_LIMITS),
    /** Tasks at or above a bid that may be queued while no worker is idle; 0: no limit. */
    maxBacklog: () => wholeNumber(env, "GATEPOST_MAX_BACKLOG", queueLimits.all, 0, 1_000_000_000),
    /** Tasks of one account that may be queued; 0: no limit. */
    maxBacklogPerAccount: () =>
      wholeNumber(env, "GATEPOST_MAX_BACKLOG_PER_ACCOUNT", queueLimits.account, 0, 1_000_000_000),
    /** Bytes of a body whose key is in the header Authorization too. */
    largeBodyBytes: () =>
      largeBody.mebibyte *
      wholeNumber(env, "GATEPOST_MAX_BODY_MIB", inMib(largeBody.bytes), 1, inMib(largeBody.maxBytes)),
    /** Which addresses tasks and callbacks may reach. */
    egress: () => egressPolicy(env.GATEPOST_EGRESS_ALLOW, { deny: env.GATEPOST_EGRESS_DENY, own: ownAddresses() }),
    /** Seconds for which a solution is kept after its task ends. */
    solutionSeconds: () => wholeNumber(env, "GATEPOST_SOLUTION_SECONDS", 86_400, 1, 365 * 86_400),
    /** Seconds for which a task's record is kept after it ends. */
    recordSeconds: () => wholeNumber(env, "GATEPOST_RECORD_SECONDS", 30 * 86_400, 60, 3_650 * 86_400),
    /** Seconds for which a session is kept after its last use. */
    sessionSeconds: () => wholeNumber(env, "GATEPOST_SESSION_SECONDS", 30 * 86_400, 60, 3_650 * 86_400),
    /** Where pictures are kept; undefined: in PostgreSQL. */
    objectStore: () => readObjectStoreSettings(env),
  });
}

/** Reads a setting that is on unless it is switched off. Throws one sentence that names it. */
export function onOff(env: Environment, name: string): boolean {
  const text = env[name]?.toLowerCase() || "on";
  if (["1", "on", "true", "yes"].includes(text)) return true;
  if (["0", "off", "false", "no"].includes(text)) return false;
  throw new Error(`${name} is "${env[name]}": give it on or off; 1 and 0, true and false, yes and no mean the same.`);
}

const inMib = (bytes: number) => bytes / largeBody.mebibyte;

/** Whether keys can name a cell (docs/operating/cells.md) so: it is the name of a host, too. */
export function isCellName(text: string): boolean {
  return /^[a-z][a-z0-9]{0,7}$/.test(text);
}

function readCell(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!isCellName(text))
    throw new Error(
      `GATEPOST_CELL is "${text}": give it 1 to 8 lower-case letters and digits, a letter first, as in eu1.`,
    );
  return text;
}

/** Such as `keys=500 templates=1000`; limits that are not named keep their defaults. */
function readAccountLimits(text = ""): AccountLimits {
  const limits: AccountLimits = { ...accountLimits };
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [, name = "", value] = /^(\w+)=(\d{1,7})$/.exec(part) ?? [];
    if (!Object.hasOwn(limits, name) || Number(value) < 1)
      throw new Error(
        `GATEPOST_ACCOUNT_LIMITS has "${part}": give it numbers above zero of ${Object.keys(limits).join(", ")}, as in keys=500.`,
      );
    limits[name as keyof AccountLimits] = Number(value);
  }
  return limits;
}

/** How the database is reached. The address and the secret have no default and are never logged. */
export type DatabaseSettings = ReturnType<typeof readDatabaseSettings>;

export function readDatabaseSettings(env: Environment) {
  return readEach({
    databaseUrl: () => required(env, "DATABASE_URL", "the address of a PostgreSQL database"),
    secret: () => required(env, "GATEPOST_SECRET", "at least 32 characters, the same for web and worker"),
    // Whether prepared statements are named on the server: not where a pooler does not support them.
    preparedNames: () => onOff(env, "GATEPOST_PREPARED"),
  });
}

function required(env: Environment, name: string, meaning: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set: give it ${meaning}.`);
  return value;
}

/** A whole number from the environment, or the default if it is not set. */
export function wholeNumber(env: Environment, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name]?.trim();
  if (!text) return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`${name} is "${text}": give it a whole number from ${min} to ${max}.`);
  return value;
}

/** HOST: the address to listen on, or a name for it. Throws one sentence that says what to write instead. */
export function readHost(env: Environment): string {
  const host = env.HOST;
  if (!host) return "127.0.0.1";
  if (isIP(host) || (/^[\w.-]+$/.test(host) && URL.canParse(`http://${host}`))) return host;
  throw new Error(
    `HOST is "${host}": give it an address of this machine without a port, as 127.0.0.1 or ::1, or 0.0.0.0 for all.`,
  );
}

/**
 * GATEPOST_ORIGIN: where browsers find the site. Undefined: only on this machine, under its loopback names. Throws one
 * sentence that says what to set, also if HOST accepts other machines, because then any name could resolve to this one
 * and the operator must say which is the site's (docs/security-measures.md, "Host names").
 */
export function readSiteOrigin(env: Environment): string | undefined {
  const host = readHost(env);
  const { GATEPOST_ORIGIN: origin } = env;
  if (origin) {
    const url = URL.parse(origin);
    // A path would be lost without notice: the site is served at the root of its host.
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    // An address can have a password.
    const shown = origin.replace(/\/\/[^/]*@/, "//…@");
    throw new Error(
      `GATEPOST_ORIGIN is "${shown}": give it the site's address without a path, as https://gatepost.example.com.`,
    );
  }
  if (isLoopbackName(hostName(host) ?? hostName(`[${host}]`))) return undefined;
  throw new Error(
    `HOST is ${host}, which other machines can reach: set GATEPOST_ORIGIN to the address that browsers show, ` +
      "as https://gatepost.example.com.",
  );
}

/** The name in a Host header in the URL standard's spelling, without port and final dot. Undefined if it is not a host. */
export function hostName(host: string | null | undefined): string | undefined {
  if (!host || !/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, "");
}

/** Whether a name, as returned by `hostName`, always means the machine itself, whatever a name server says. */
export function isLoopbackName(name: string | undefined): boolean {
  return name !== undefined && /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(name);
}

/** Milliseconds after which the interfaces are read again, because they change. Reading takes about 0.1 ms. */
const rereadMs = 5_000;

/**
 * The addresses of this machine's network interfaces, because services that listen there may trust connections from the
 * machine itself. Addresses that the system does not know are missing, such as the public address of a NAT or of a load
 * balancer.
 */
export function ownAddresses(
  interfaces: typeof os.networkInterfaces = () => os.networkInterfaces(),
  now: () => number = () => performance.now(),
): () => readonly string[] {
  let known: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - readAt >= rereadMs) {
      readAt = now();
      known = Object.values(interfaces()).flatMap((one) => one?.map(({ address }) => address) ?? []);
    }
    return known;
  };
}

const others = [
  "GATEPOST_S3_ENDPOINT",
  "GATEPOST_S3_REGION",
  "GATEPOST_S3_ACCESS_KEY_ID",
  "GATEPOST_S3_SECRET_ACCESS_KEY",
] as const;

/** The store for pictures; undefined if none is set: then they are kept in PostgreSQL. Throws one sentence as the others do. */
export function readObjectStoreSettings(env: Record<string, string | undefined>): ObjectStoreSettings | undefined {
  const bucket = env.GATEPOST_S3_BUCKET;
  const { GATEPOST_S3_ENDPOINT: endpoint, GATEPOST_S3_REGION: region } = env;
  const { GATEPOST_S3_ACCESS_KEY_ID: accessKeyId, GATEPOST_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket) {
    const other = others.find((name) => env[name]);
    if (other) throw new Error(`${other} is set, and GATEPOST_S3_BUCKET is not: set both, or neither.`);
    return undefined;
  }
  // The rules of Amazon S3, which other stores follow.
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket))
    throw new Error(
      `GATEPOST_S3_BUCKET is "${bucket}": give it the name of a bucket alone, 3 to 63 lower-case letters, digits, hyphens and dots, as in gatepost-pictures.`,
    );
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new Error(
      "GATEPOST_S3_ENDPOINT is no address of an object store: give it one such as https://s3.example.org.",
    );
  if (!accessKeyId !== !secretAccessKey)
    throw new Error(
      "GATEPOST_S3_ACCESS_KEY_ID and GATEPOST_S3_SECRET_ACCESS_KEY belong together: set both, or neither.",
    );
  return {
    bucket,
    endpoint: endpoint || undefined,
    region: region || "us-east-1",
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

/** With which web server and worker end where a setting is wrong: starting them again would not help. */
export const wrongSetting = 78;
