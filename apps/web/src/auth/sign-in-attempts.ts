import { randomBytes, timingSafeEqual } from "node:crypto";
import type { AppContext } from "@gatepost/domain/platform/context";
import { leaseTokens } from "@gatepost/domain/platform/rates";
import { authSettings, type Rate } from "../settings.ts";

/** Failed sign-ins to one address from browsers that have never signed in to it: thirty at once, one in two minutes. */
export const strangerRate: Rate = { perSecond: 1 / 120, burst: 30 };
/** Failed sign-ins to one address from a browser that has signed in to it before: ten at once, one a minute. */
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
const strangersOf = ({ vault }: AppContext, email: string): string =>
  `sign-in ${vault.fingerprint(email, [0, 0, "sign-in"]).toString("base64url")}`;

/**
 * A browser that has signed in to an address gets a cookie, and from then on its attempts are counted separately from
 * everybody else's. The cookie grants no access: the password is still required.
 */
const deviceCookie = "gatepost.device";

/** The longest time for which browsers keep a cookie. */
const keptSeconds = 400 * 86_400;

type Vault = Pick<AppContext, "vault">;

/** The device's id, if its cookie was issued for this address. */
function knownDevice({ vault }: Vault, headers: Pick<Headers, "get">, email: string): string | undefined {
  const sent = new RegExp(`(?:^|; )${deviceCookie}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`).exec(
    headers.get("cookie") ?? "",
  );
  const [, device = "", mark = ""] = sent ?? [];
  if (!device) return undefined;
  const right = Buffer.from(markOf({ vault }, device, email));
  return timingSafeEqual(right, Buffer.from(mark)) ? device : undefined;
}

/** The Set-Cookie header for a device that has just signed in to this address. */
function deviceCookieFor(app: Vault, email: string, secure: boolean, device = newDevice()): string {
  const value = `${device}.${markOf(app, device, email)}`;
  const rules = `Max-Age=${keptSeconds}; Path=/api/auth; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${deviceCookie}=${value}; ${rules}`;
}

const newDevice = () => randomBytes(16).toString("base64url");

const markOf = ({ vault }: Vault, device: string, email: string): string =>
  vault.fingerprint({ device, email }, [0, 0, "known device"]).toString("base64url");
