import { callRate } from "@gatepost/contract/limits";
import { readSignUpMode } from "@gatepost/domain/people/create-user";
import { AddressRanges, isAddressRange } from "@gatepost/domain/platform/network-address";
import {
  type Environment,
  onOff,
  readAppSettings,
  readDatabaseSettings,
  readEach,
  readHost,
  readSiteOrigin,
  wholeNumber,
} from "@gatepost/domain/platform/settings";
import { readMetricsAddress, readTracesUrl } from "@gatepost/metrics/settings";
import { parseDollars } from "@gatepost/presenters/dollars";

/** The allowed rate: so many calls a second, and so many at once after a pause. */
export interface Rate {
  perSecond: number;
  burst: number;
}

let read: ReturnType<typeof readAuthSettings> | undefined;

/** The settings with which this process was started. */
export function authSettings() {
  read ??= readAuthSettings(process.env);
  return read;
}

/** Reads the environment. Throws as readEach does. */
export function readAuthSettings(env: Environment) {
  return readEach({
    signUp: () => readSignUpMode(env),
    // The first balance of a new account, in millionths of a dollar.
    signUpCredit: () => credit(env.GATEPOST_SIGNUP_CREDIT || "1.00"),
    // Where browsers find the site; undefined: on this machine, under its loopback names.
    origin: () => readSiteOrigin(env),
    // Attempts are limited unless all limits are off, as in tests.
    limited: () => env.GATEPOST_RATE_LIMIT !== "off",
    // Undefined: this installation sends no email.
    mail: () => mail(env),
  });
}

function credit(text: string): bigint {
  const millionths = parseDollars(text);
  if (millionths !== undefined) return millionths;
  throw new Error(`GATEPOST_SIGNUP_CREDIT is "${text}": give it an amount in dollars, as 1.00 or 0.`);
}

/** A link in an email must not follow a caller's Host header, so the site's address is required. */
function mail(env: Environment): { url: string; from: string } | undefined {
  const { GATEPOST_SMTP_URL: url, GATEPOST_MAIL_FROM: from, GATEPOST_ORIGIN: known } = env;
  if (!url && from)
    throw new Error(
      "GATEPOST_MAIL_FROM is set, and GATEPOST_SMTP_URL is not, so no email could be sent: set both, or neither.",
    );
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new Error(
      "GATEPOST_SMTP_URL must be the address of a mail server, as smtps://user:password@mail.example.com.",
    );
  if (!from || !/^[^\r\n]*@[^\r\n]+$/.test(from))
    throw new Error(
      "With GATEPOST_SMTP_URL, set GATEPOST_MAIL_FROM to the sender, such as Gatepost <gatepost@example.com>.",
    );
  if (!known)
    throw new Error("With GATEPOST_SMTP_URL, set GATEPOST_ORIGIN too, because emails contain links to the site.");
  return { url, from };
}

const defaultRate = `${callRate.perSecond}/${callRate.burst}`;

/** Reads the environment once. Throws as readEach does. */
export function readSettings(env: Environment) {
  const { database, ...others } = readEach({
    database: () => readDatabaseSettings(env),
    app: () => readAppSettings(env),
    // Calls per key and per address; null: no limit.
    rate: () => rate(env.GATEPOST_RATE_LIMIT || defaultRate),
  });
  return { ...database, ...others };
}

/** Calls a second and the burst, as "100/500"; "off" for no limit. */
function rate(text: string): Rate | null {
  if (text === "off") return null;
  const [, perSecond, burst] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (!Number(perSecond) || !Number(burst))
    throw new Error(`GATEPOST_RATE_LIMIT is "${text}": give it calls a second and a burst, as 100/500, or off.`);
  return { perSecond: Number(perSecond), burst: Number(burst) };
}

export type HostSettings = ReturnType<typeof readHostSettings>;

/** Reads the environment once. Throws as readEach does. */
export function readHostSettings(env: Environment) {
  const dev = Boolean(env.GATEPOST_DEV) && env.GATEPOST_DEV !== "0";
  return readEach({
    dev: () => dev,
    port: () => wholeNumber(env, "PORT", 3000, 0, 65_535),
    host: () => readHost(env),
    // Processes that share the port.
    processes: () => (dev ? 1 : wholeNumber(env, "WEB_CONCURRENCY", 1, 1, 256)),
    // Proxies whose X-Forwarded-For is believed.
    trusted: () => ranges(env.GATEPOST_TRUSTED_PROXIES ?? ""),
    // Whether the JSON methods are answered before Next.js, rather than by its route handlers. The responses are the same.
    fastPath: () => !dev && onOff(env, "GATEPOST_FAST_PATH"),
    // How long it goes on taking calls once it is asked to stop, so that a proxy can notice.
    shutdownDelaySeconds: () => wholeNumber(env, "GATEPOST_SHUTDOWN_DELAY_SECONDS", 0, 0, 600),
    // Undefined: no metrics are served, and no traces sent.
    metrics: () => readMetricsAddress(env, "GATEPOST_WEB_METRICS"),
    traces: () => readTracesUrl(env),
  });
}

/** A comma-separated list of addresses and CIDR ranges. */
function ranges(list: string): AddressRanges {
  const entries = list.split(",").flatMap((part) => part.trim() || []);
  for (const entry of entries)
    if (!isAddressRange(entry))
      throw new Error(
        `GATEPOST_TRUSTED_PROXIES: "${entry}" is neither an address nor a CIDR range, such as 10.0.0.0/8.`,
      );
  return new AddressRanges(entries);
}

/** The origin of the demo site on this machine, set by the launcher; undefined if it does not run. */
export const demoSite = (): string | undefined => process.env.GATEPOST_DEMO_SITE || undefined;
