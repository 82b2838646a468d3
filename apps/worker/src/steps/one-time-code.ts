import { setTimeout as sleep } from "node:timers/promises";
import { Secret, TOTP, URI } from "otpauth";

/** A code with less time left may have expired before the site has checked it. */
export const leastMs = 2_000;
/** Of RFC 4226, whose numbers have 31 bits. */
const maxDigits = 10;

/** The key of one-time codes (RFC 6238) that a text holds, Base32 or an otpauth URI; undefined if it is neither. */
export function readTotpKey(text: string): TOTP | undefined {
  const key = parse(text.trim());
  return key instanceof TOTP && key.secret.bytes.length > 0 && key.digits <= maxDigits ? key : undefined;
}

function parse(text: string) {
  try {
    if (/^otpauth:/i.test(text)) return URI.parse(text);
    return new TOTP({ secret: Secret.fromBase32(text.replace(/[\s-]/g, "")) });
  } catch {
    return undefined;
  }
}

/** The code of now, or that of the next period, once it has begun, if this one is about to end. `now`: milliseconds. */
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
