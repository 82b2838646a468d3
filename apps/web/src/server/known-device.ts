import { randomBytes, timingSafeEqual } from "node:crypto";
import type { AppContext } from "@gatepost/domain/context";

/**
 * A browser that has signed in to an address gets a cookie, and from then on its attempts are counted separately from
 * everybody else's. The cookie grants no access: the password is still required.
 */
const deviceCookie = "gatepost.device";

/** The longest time for which browsers keep a cookie. */
const keptSeconds = 400 * 86_400;

type Vault = Pick<AppContext, "vault">;

/** The device's id, if its cookie was issued for this address. */
export function knownDevice({ vault }: Vault, headers: Pick<Headers, "get">, email: string): string | undefined {
  const sent = new RegExp(`(?:^|; )${deviceCookie}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`).exec(
    headers.get("cookie") ?? "",
  );
  const [, device = "", mark = ""] = sent ?? [];
  if (!device) return undefined;
  const right = Buffer.from(markOf({ vault }, device, email));
  return timingSafeEqual(right, Buffer.from(mark)) ? device : undefined;
}

/** The Set-Cookie header for a device that has just signed in to this address. */
export function deviceCookieFor(app: Vault, email: string, secure: boolean, device = newDevice()): string {
  const value = `${device}.${markOf(app, device, email)}`;
  const rules = `Max-Age=${keptSeconds}; Path=/api/auth; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${deviceCookie}=${value}; ${rules}`;
}

const newDevice = () => randomBytes(16).toString("base64url");

function markOf({ vault }: Vault, device: string, email: string): string {
  return vault.fingerprint({ device, email }, [0, 0, "known device"]).toString("base64url");
}
