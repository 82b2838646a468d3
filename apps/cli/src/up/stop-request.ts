const ECHO = 1_000;

/** Why a start was broken off: somebody asked. Nothing that must be reported. */
export class Stopped extends Error {}

/**
 * Hears Ctrl-C, SIGTERM and SIGHUP. The first aborts `signal`; one more calls `hurry`. What follows within a second is the
 * same key press, since both the terminal and npm pass it on.
 */
export function hearStopRequests(hurry: () => void): { signal: AbortSignal; [Symbol.dispose](): void } {
  const controller = new AbortController();
  let first = 0;
  const hear = () => {
    if (!first) {
      first = Date.now();
      controller.abort(new Stopped());
    } else if (Date.now() - first > ECHO) hurry();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, hear);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const name of signals) process.off(name, hear);
    },
  };
}
