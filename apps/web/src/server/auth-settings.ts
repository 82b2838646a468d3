import type { Environment } from "@gatepost/domain/settings";
import { readSiteOrigin } from "@gatepost/domain/site-origin";
import { readSignUpMode, type SignUpMode } from "@gatepost/domain/user/sign-up-mode";
import { parseDollars } from "@gatepost/presenters/dollars";

interface AuthSettings {
  signUp: SignUpMode;
  /** The first balance of a new account, in millionths of a dollar. */
  signUpCredit: bigint;
  /** Where browsers find the site; undefined: on this machine, under its loopback names. */
  origin: string | undefined;
  /** Attempts are limited unless all limits are off, as in tests. */
  limited: boolean;
  /** The mail server; undefined: this installation sends no email. */
  mail: { url: string; from: string } | undefined;
}

let read: AuthSettings | undefined;

/** The settings with which this process was started. */
export function authSettings(): AuthSettings {
  read ??= readAuthSettings(process.env);
  return read;
}

/** Reads the environment. Throws one sentence that names the variable and says what to set. */
export function readAuthSettings(env: Environment): AuthSettings {
  return {
    signUp: readSignUpMode(env),
    signUpCredit: credit(env.GATEPOST_SIGNUP_CREDIT || "1.00"),
    origin: readSiteOrigin(env),
    limited: env.GATEPOST_RATE_LIMIT !== "off",
    mail: mail(env),
  };
}

function credit(text: string): bigint {
  const millionths = parseDollars(text);
  if (millionths !== undefined) return millionths;
  throw new Error(`GATEPOST_SIGNUP_CREDIT is "${text}": give it an amount in dollars, as 1.00 or 0.`);
}

/** A link in an email must not follow a caller's Host header, so the site's address is required. */
function mail(env: Environment): AuthSettings["mail"] {
  const { GATEPOST_SMTP_URL: url, GATEPOST_MAIL_FROM: from, GATEPOST_ORIGIN: known } = env;
  if (!url && from)
    throw new Error(
      "GATEPOST_MAIL_FROM is set, and GATEPOST_SMTP_URL is not, so no email could be sent: set both, or neither.",
    );
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new Error(
      "GATEPOST_SMTP_URL must be the address of a mail server, as smtps://user:password@mail.example.com.",
    );
  if (!from || !/^[^\r\n]*@[^\r\n]+$/.test(from))
    throw new Error(
      "With GATEPOST_SMTP_URL, set GATEPOST_MAIL_FROM to the sender, such as Gatepost <gatepost@example.com>.",
    );
  if (!known)
    throw new Error("With GATEPOST_SMTP_URL, set GATEPOST_ORIGIN too, because emails contain links to the site.");
  return { url, from };
}
