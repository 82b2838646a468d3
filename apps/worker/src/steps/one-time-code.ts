import { setTimeout as sleep } from "node:timers/promises";
import type { TOTP } from "otpauth";

/** A code with less time left may have expired before the site has checked it. */
const leastMs = 2_000;

/** The current code, or that of the next period, once it has begun, if this one is about to end. `now`: milliseconds. */
export async function oneTimeCode(
  key: TOTP,
  { signal, now = Date.now }: { signal: AbortSignal; now?: () => number },
): Promise<string> {
  const began = now();
  const left = key.remaining({ timestamp: began });
  if (left >= leastMs) return key.generate({ timestamp: began });
  await sleep(left, undefined, { signal });
  // A timer can be early by a millisecond.
  return key.generate({ timestamp: Math.max(now(), began + left) });
}
