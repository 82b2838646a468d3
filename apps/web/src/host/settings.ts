import { AddressRanges, isAddressRange } from "@gatepost/domain/ip-address";
import { type Environment, onOff, wholeNumber } from "@gatepost/domain/settings";
import { readHost } from "@gatepost/domain/site-origin";
import { type MetricsAddress, readMetricsAddress, readTracesUrl } from "@gatepost/metrics/settings";

export interface HostSettings {
  dev: boolean;
  port: number;
  /** The address to listen on. */
  host: string;
  /** Processes that share the port. */
  processes: number;
  /** Proxies whose X-Forwarded-For is believed. */
  trusted: AddressRanges;
  /** Whether the JSON methods are answered before Next.js, rather than by its route handlers. The responses are the same. */
  fastPath: boolean;
  /** How long it goes on taking calls once it is asked to stop, so that a proxy can notice. */
  shutdownDelaySeconds: number;
  /** Where metrics are served; undefined: nowhere. */
  metrics: MetricsAddress | undefined;
  /** The collector that traces are sent to; undefined: none are made. */
  traces: string | undefined;
}

/** Reads the environment once. Throws one sentence that names the variable and says what to set. */
export function readHostSettings(env: Environment): HostSettings {
  const dev = Boolean(env.GATEPOST_DEV) && env.GATEPOST_DEV !== "0";
  return {
    dev,
    port: wholeNumber(env, "PORT", 3000, 0, 65_535),
    host: readHost(env),
    processes: dev ? 1 : wholeNumber(env, "WEB_CONCURRENCY", 1, 1, 256),
    trusted: ranges(env.GATEPOST_TRUSTED_PROXIES ?? ""),
    fastPath: !dev && onOff(env, "GATEPOST_FAST_PATH", true),
    shutdownDelaySeconds: wholeNumber(env, "GATEPOST_SHUTDOWN_DELAY_SECONDS", 0, 0, 600),
    metrics: readMetricsAddress(env, "GATEPOST_WEB_METRICS"),
    traces: readTracesUrl(env),
  };
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
