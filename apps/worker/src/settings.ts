import { defaultTimeout } from "@gatepost/contract/steps";
import { type EgressPolicy, egressPolicy } from "@gatepost/domain/task/egress";

export interface WorkerSettings {
  databaseUrl: string;
  secret: string;
  /** Tasks that run at once. */
  slots: number;
  /** Tasks that may wait for a value besides, without a slot. */
  waitingMax: number;
  /** The browser's program. */
  chromium: string;
  egress: EgressPolicy;
  /** How long a stopping worker lets tasks go on that may not be run again. */
  drainSeconds: number;
}

/** Reads the environment once. Throws one sentence that names the variable and says what to set. */
export function readSettings(env: NodeJS.ProcessEnv): WorkerSettings {
  return {
    databaseUrl: required(env, "DATABASE_URL", "the address of a PostgreSQL database"),
    secret: required(env, "GATEPOST_SECRET", "at least 32 characters, the same for web and worker"),
    slots: count(env, "WORKER_SLOTS", 4, 1, 256),
    waitingMax: count(env, "WORKER_WAITING_MAX", 50, 0, 10_000),
    chromium: env.GATEPOST_CHROMIUM || "/usr/bin/chromium",
    egress: egressPolicy(env.GATEPOST_EGRESS_ALLOW),
    drainSeconds: count(env, "GATEPOST_DRAIN_SECONDS", 25, 0, defaultTimeout.task),
  };
}

function required(env: NodeJS.ProcessEnv, name: string, meaning: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set: give it ${meaning}.`);
  return value;
}

function count(env: NodeJS.ProcessEnv, name: string, otherwise: number, least: number, most: number): number {
  const text = env[name];
  if (!text) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name} is "${text}": give it a whole number from ${least} to ${most}.`);
  return value;
}
