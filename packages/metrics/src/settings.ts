import type { Environment } from "@gatepost/domain/platform/settings";

/** Where a process serves its metrics, and the setting that says so. */
export type MetricsAddress = NonNullable<ReturnType<typeof readMetricsAddress>>;

/**
 * Reads host:port, such as 127.0.0.1:9464 or [::1]:9464; undefined if it is not set, so that no metrics are kept. Throws one
 * sentence that names the variable.
 */
export function readMetricsAddress(env: Environment, setting: string) {
  const text = env[setting];
  if (!text) return undefined;
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  if (!host || Number(port) > 65_535)
    throw new Error(`${setting} is "${text}": give it an address and a port, as in 127.0.0.1:9464.`);
  return { setting, host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

/**
 * Reads the address of an OpenTelemetry collector, such as http://127.0.0.1:4318; undefined if it is not set, so that no
 * traces are made. Throws one sentence that names the variable.
 */
export function readTracesUrl(env: Environment): string | undefined {
  const text = env.GATEPOST_TRACES;
  if (!text) return undefined;
  // A path is added to it.
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? "") || /[?#]/.test(text))
    throw new Error(
      `GATEPOST_TRACES is "${text.replace(/[?#].*/s, "?…")}": give it the address of a collector without a query, as in http://127.0.0.1:4318.`,
    );
  return text.replace(/\/$/, "");
}
