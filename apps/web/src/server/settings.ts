import { callRate } from "@gatepost/contract/limits";
import type { Settings } from "@gatepost/domain/context";
import {
  type DatabaseSettings,
  type Environment,
  readAppSettings,
  readDatabaseSettings,
} from "@gatepost/domain/settings";
import type { Rate } from "./token-bucket.ts";

interface WebSettings extends DatabaseSettings {
  app: Settings;
  /** Calls per key and per address; null: no limit. */
  rate: Rate | null;
}

const defaultRate = `${callRate.perSecond}/${callRate.burst}`;

/** Reads the environment once. Throws one sentence that names the variable and says what to set. */
export function readSettings(env: Environment): WebSettings {
  return {
    ...readDatabaseSettings(env),
    app: readAppSettings(env),
    rate: rate(env.GATEPOST_RATE_LIMIT || defaultRate),
  };
}

/** Calls a second and the burst, as "100/500"; "off" for no limit. */
function rate(text: string): Rate | null {
  if (text === "off") return null;
  const [, perSecond, burst] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (!Number(perSecond) || !Number(burst))
    throw new Error(`GATEPOST_RATE_LIMIT is "${text}": give it calls a second and a burst, as 100/500, or off.`);
  return { perSecond: Number(perSecond), burst: Number(burst) };
}
