const firstPauseMs = 250;
const longestPauseMs = 30_000;

/** A program that ran for longer than this before it died is restarted as after its first death. */
export const longRunMs = 60_000;

/** A start that failed this often in a row is given up. */
export const maxStarts = 5;

/** How long (ms) to wait before a program is restarted that died so many times in a row: twice as long each time. */
export function pauseBeforeRestart(deaths: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (deaths - 1));
}
