import { resolve } from "node:path";
import { egressPolicy } from "@gatepost/domain/task/egress";
import { ROOT } from "../root.ts";

/** What an operator can set, see .env.example. */
export type Settings = {
  port: number;
  host: string;
  /** Web processes. */
  webConcurrency: number;
  /** Tasks that one worker runs at once. */
  workerSlots: number;
  /** Absolute. */
  dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Undefined: one is made and kept in the data folder. */
  secret: string | undefined;
  demo: boolean;
  /** Addresses that tasks may reach although the egress policy forbids them. */
  egressAllow: string[];
};

/** Reads the environment, once. Throws one sentence that names what is wrong. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    port: wholeNumber(env, "PORT", { otherwise: 3000, least: 1, most: 65_535 }),
    host: env.HOST || "127.0.0.1",
    webConcurrency: wholeNumber(env, "WEB_CONCURRENCY", { otherwise: 1, least: 1, most: 256 }),
    workerSlots: wholeNumber(env, "WORKER_SLOTS", { otherwise: 4, least: 1, most: 256 }),
    dataDir: resolve(ROOT, env.GATEPOST_DATA_DIR || ".data"),
    databaseUrl: env.DATABASE_URL || undefined,
    secret: secret(env.GATEPOST_SECRET),
    demo: env.GATEPOST_DEMO !== "0",
    egressAllow: egressAllow(env.GATEPOST_EGRESS_ALLOW ?? "", env.GATEPOST_EGRESS_DENY),
  };
}

type Range = { otherwise: number; least: number; most: number };

function wholeNumber(env: NodeJS.ProcessEnv, name: string, { otherwise, least, most }: Range): number {
  const text = env[name];
  if (!text) return otherwise;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`${name} is ${text}, and must be a whole number from ${least} to ${most}.`);
}

function egressAllow(text: string, deny: string | undefined): string[] {
  // Read again by web and worker; here, so that a wrong entry is found before anything starts.
  egressPolicy(text, { deny });
  return text.split(",").flatMap((entry) => entry.trim() || []);
}

function secret(given: string | undefined): string | undefined {
  if (!given) return undefined;
  if (given.length >= 32) return given;
  throw new Error("GATEPOST_SECRET is too short: it must have at least 32 characters, chosen at random.");
}
