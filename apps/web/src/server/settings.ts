import { type EgressPolicy, egressPolicy } from "@gatepost/domain/task/egress";
import type { Rate } from "./rate-limit.ts";

export interface WebSettings {
  databaseUrl: string;
  secret: string;
  /** Tasks that may be queued at or above a bid while no worker is idle; 0: no limit. */
  maxBacklog: number;
  egress: EgressPolicy;
  /** Calls per key and per address; null: no limit. */
  rate: Rate | null;
  /** How long a solution is kept after its task's end. */
  solutionSeconds: number;
}

/** Reads the environment once. Throws one sentence that names the variable and says what to set. */
export function readSettings(env: NodeJS.ProcessEnv): WebSettings {
  return {
    databaseUrl: required(env, "DATABASE_URL", "the address of a PostgreSQL database"),
    secret: required(env, "GATEPOST_SECRET", "at least 32 characters, the same for web and worker"),
    maxBacklog: wholeNumber(env, "GATEPOST_MAX_BACKLOG", 10_000, 0, 1_000_000_000),
    egress: egressPolicy(env.GATEPOST_EGRESS_ALLOW),
    rate: rate(env.GATEPOST_RATE_LIMIT || "100/500"),
    solutionSeconds: wholeNumber(env, "GATEPOST_SOLUTION_SECONDS", 86_400, 1, 365 * 86_400),
  };
}

/** Calls a second and the burst, as "100/500"; "off" for none. */
function rate(text: string): Rate | null {
  if (text === "off") return null;
  const [, perSecond, burst] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (!Number(perSecond) || !Number(burst))
    throw new Error(`GATEPOST_RATE_LIMIT is "${text}": give it calls a second and a burst, as 100/500, or off.`);
  return { perSecond: Number(perSecond), burst: Number(burst) };
}

function required(env: NodeJS.ProcessEnv, name: string, meaning: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set: give it ${meaning}.`);
  return value;
}

/** A whole number from the environment, or what holds when it is not set. */
export function wholeNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  otherwise: number,
  least: number,
  most: number,
): number {
  const text = env[name];
  if (!text) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name} is "${text}": give it a whole number from ${least} to ${most}.`);
  return value;
}
