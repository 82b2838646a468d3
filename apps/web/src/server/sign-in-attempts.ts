import type { AppContext } from "@gatepost/domain/context";
import { leaseTokens } from "@gatepost/domain/rate/lease-tokens";
import { authSettings } from "./auth-settings.ts";
import { deviceCookieFor, knownDevice } from "./known-device.ts";
import type { Rate } from "./token-bucket.ts";

/** Failed sign-ins to one address from browsers that have never signed in to it: thirty at once, one in two minutes. */
export const strangerRate: Rate = { perSecond: 1 / 120, burst: 30 };
/** The same for a browser that has. */
export const deviceRate: Rate = { perSecond: 1 / 60, burst: 10 };

/** A sign-in that is about to be tried. */
type SignInAttempt = { wait: number } | { end(answer: Response): Promise<void> };

/**
 * Limits failed sign-ins to each email address, over all processes and callers, whether or not a user has that address.
 * Attempts are charged before the password is checked, so that many at once cannot pass, and refunded unless it was
 * wrong. An attacker can make strangers wait, but affects neither sessions nor browsers that have signed in before.
 * `wait` is in whole seconds. If the database does not respond, nobody is refused here.
 */
export async function beginSignIn(
  app: AppContext,
  headers: Pick<Headers, "get">,
  email: string,
  secure: boolean,
): Promise<SignInAttempt> {
  const device = knownDevice(app, headers, email);
  const rule = device ? deviceRate : strangerRate;
  const caller = device ? `device ${device}` : strangersOf(app, email);
  const ask = (wanted: number, settled: number) => {
    const request = { caller, rate: rule.perSecond, burst: rule.burst, wanted, settled };
    return app.batch(leaseTokens, request).catch(() => undefined);
  };

  const { limited } = authSettings();
  const lease = limited ? await ask(1, 0) : undefined;
  if (lease?.granted === 0) return { wait: Math.max(1, Math.ceil((1 - lease.tokens) / rule.perSecond)) };
  return {
    async end(answer) {
      if (answer.ok) answer.headers.append("set-cookie", deviceCookieFor(app, email, secure, device));
      if (limited && answer.status !== 401) await ask(0, 1);
    },
  };
}

/** A user who has shown to own the address need not wait because of others' attempts. */
export async function forgiveSignIns(app: AppContext, email: string): Promise<void> {
  const { perSecond: rate, burst } = strangerRate;
  const request = { caller: strangersOf(app, email), rate, burst, wanted: 0, settled: burst };
  await app.batch(leaseTokens, request).catch(() => {});
}

/** By a keyed hash, so that the table of limits identifies nobody. */
function strangersOf({ vault }: AppContext, email: string): string {
  return `sign-in ${vault.fingerprint(email, [0, 0, "sign-in"]).toString("base64url")}`;
}
