const daySeconds = 86_400;
const hourSeconds = 3_600;

/**
 * Seconds to wait after the n-th failed attempt (from 1): 10, 20, 40, … and at most an hour. Undefined once a day has
 * passed since the event: no more attempts.
 */
export function retryPause(attempt: number, secondsSinceEvent: number): number | undefined {
  const pause = Math.min(10 * 2 ** (attempt - 1), hourSeconds);
  return secondsSinceEvent + pause > daySeconds ? undefined : pause;
}
