export type Facts = Record<string, string | number | boolean>;

/**
 * One line of JSON to stdout. Facts are ids, codes, counts and hosts; never a value, a key, a cookie, an address with
 * its query, or a message of the browser, which quotes what was typed.
 */
export function log(event: string, facts: Facts = {}): void {
  console.log(JSON.stringify({ time: new Date().toISOString(), event, ...facts }));
}

/** Where an unexpected error came from, without its message: that of a browser or a parser may quote a secret. */
export function originOf(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const code = "code" in error ? { code: String(error.code) } : {};
  return { error: error.name, ...code, at: frames.slice(0, 4).join(" ").replace(/\s+/g, " ").trim() };
}
