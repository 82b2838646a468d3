const WINDOW = 30_000;
const maxRestarts = 5;
const FIRST_PAUSE = 250;

/**
 * How long to wait before a program that died at these times (ms, ascending, the last one now) is restarted: longer
 * each time. Undefined if it died too often: five times in 30 s.
 */
export function pauseBeforeRestart(deaths: readonly number[]): number | undefined {
  const now = deaths.at(-1) ?? 0;
  const recent = deaths.filter((at) => now - at < WINDOW).length;
  return recent < maxRestarts ? FIRST_PAUSE * 2 ** (recent - 1) : undefined;
}
