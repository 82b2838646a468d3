import { type AccountLimits, accountLimits, largeBody, queueLimits } from "@gatepost/contract/limits";
import type { Settings } from "./context.ts";
import { isCellName } from "./key/key.ts";
import { readObjectStoreSettings } from "./object/object-store-settings.ts";
import { egressPolicy } from "./task/egress.ts";
import { ownAddresses } from "./task/own-addresses.ts";

export type Environment = Record<string, string | undefined>;

/**
 * Settings on which all processes of an installation must agree. Throws one sentence that names the variable and says
 * what to set.
 */
export function readAppSettings(env: Environment): Settings {
  return {
    cell: readCell(env.GATEPOST_CELL),
    accountLimits: readAccountLimits(env.GATEPOST_ACCOUNT_LIMITS),
    maxBacklog: wholeNumber(env, "GATEPOST_MAX_BACKLOG", queueLimits.all, 0, 1_000_000_000),
    maxBacklogPerAccount: wholeNumber(env, "GATEPOST_MAX_BACKLOG_PER_ACCOUNT", queueLimits.account, 0, 1_000_000_000),
    largeBodyBytes:
      largeBody.mebibyte *
      wholeNumber(env, "GATEPOST_MAX_BODY_MIB", inMib(largeBody.bytes), 1, inMib(largeBody.maxBytes)),
    egress: egressPolicy(env.GATEPOST_EGRESS_ALLOW, { deny: env.GATEPOST_EGRESS_DENY, own: ownAddresses() }),
    solutionSeconds: wholeNumber(env, "GATEPOST_SOLUTION_SECONDS", 86_400, 1, 365 * 86_400),
    recordSeconds: wholeNumber(env, "GATEPOST_RECORD_SECONDS", 30 * 86_400, 60, 3_650 * 86_400),
    sessionSeconds: wholeNumber(env, "GATEPOST_SESSION_SECONDS", 30 * 86_400, 60, 3_650 * 86_400),
    objectStore: readObjectStoreSettings(env),
  };
}

/** Reads a setting that is on or off. Throws one sentence that names it. */
export function onOff(env: Environment, name: string, usual: boolean): boolean {
  const text = env[name]?.toLowerCase() || (usual ? "on" : "off");
  if (["1", "on", "true", "yes"].includes(text)) return true;
  if (["0", "off", "false", "no"].includes(text)) return false;
  throw new Error(`${name} is "${env[name]}": give it on or off; 1 and 0, true and false, yes and no mean the same.`);
}

const inMib = (bytes: number) => bytes / largeBody.mebibyte;

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
export interface DatabaseSettings {
  databaseUrl: string;
  secret: string;
  /** Whether prepared statements are named on the server: not where a pooler does not support them. */
  preparedNames: boolean;
}

export function readDatabaseSettings(env: Environment): DatabaseSettings {
  return {
    databaseUrl: required(env, "DATABASE_URL", "the address of a PostgreSQL database"),
    secret: required(env, "GATEPOST_SECRET", "at least 32 characters, the same for web and worker"),
    preparedNames: onOff(env, "GATEPOST_PREPARED", true),
  };
}

function required(env: Environment, name: string, meaning: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set: give it ${meaning}.`);
  return value;
}

/** A whole number from the environment, or the default if it is not set. */
export function wholeNumber(env: Environment, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${name} is "${text}": give it a whole number from ${min} to ${max}.`);
  return value;
}
