import type { Environment } from "@gatepost/domain/settings";

export interface AuthSettings {
  signUp: "open" | "invite" | "closed";
  /** What a new account starts with, in millionths of a dollar. */
  signUpCredit: bigint;
  /** Where people find the site, when the request cannot tell: behind proxies that change the Host header. */
  origin: string | undefined;
  /** Attempts are limited unless limits are off altogether, as in tests. */
  limited: boolean;
}

/** Reads the environment once. Throws one sentence that names the variable and says what to set. */
export function readAuthSettings(env: Environment): AuthSettings {
  return {
    signUp: signUp(env),
    signUpCredit: credit(env.GATEPOST_SIGNUP_CREDIT || "1.00"),
    origin: origin(env.GATEPOST_ORIGIN),
    limited: env.GATEPOST_RATE_LIMIT !== "off",
  };
}

/** Open beside the demo, which is a machine of one's own; by invitation where the demo was switched off. */
function signUp(env: Environment): AuthSettings["signUp"] {
  const text = env.GATEPOST_SIGNUP || (env.GATEPOST_DEMO === "0" ? "invite" : "open");
  if (text === "open" || text === "invite" || text === "closed") return text;
  throw new Error(`GATEPOST_SIGNUP is "${text}": give it open, invite or closed.`);
}

function credit(text: string): bigint {
  const [, whole, part = ""] = /^\$?(\d{1,6})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (whole === undefined)
    throw new Error(`GATEPOST_SIGNUP_CREDIT is "${text}": give it an amount in dollars, as 1.00 or 0.`);
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, "0"));
}

function origin(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new Error(`GATEPOST_ORIGIN is "${text}": give it the site's address, as https://gatepost.example.com.`);
}
