import { setTimeout as sleep } from "node:timers/promises";
import { secretIn, type TypedParameter } from "@gatepost/contract/parameter";
import { howToStore, type ReadSecret } from "@gatepost/domain/accounts/read-stored-secrets";
import { isWithinDomains, readTotpKey } from "@gatepost/domain/accounts/stored-secrets";
import type { TOTP } from "otpauth";
import { Failure } from "../browser/failure.ts";
import { nameOf } from "./parameter.ts";

/** The stored secrets of a task's account that its template names. */
export type StoredSecrets = ReadonlyMap<string, ReadSecret>;

/** Stored secrets and one-time codes as a step types them: a code stays the same during the step. */
export function typedValues(stored: StoredSecrets, variable: (name: string) => string, signal: AbortSignal) {
  const codes = new Map<string, Promise<string>>();

  function secretNamed(name: string): ReadSecret {
    const secret = stored.get(name);
    if (secret) return secret;
    throw new Failure(`the secret ${JSON.stringify(name)} is not stored in this account: ${howToStore(name)}`);
  }

  async function makeCode(parameter: TypedParameter, text: string): Promise<string> {
    const key = readTotpKey(text);
    if (key) return oneTimeCode(key, { signal });
    throw new Failure(
      `there is no ${nameOf(parameter).replace(/^the /, "")}: it holds neither a Base32 key nor an otpauth URI for time-based codes`,
    );
  }

  /** Throws a Failure, without any value, if the parameter's secret must not be typed into a document of this origin. */
  function requireAllowed(parameter: TypedParameter, origin: string): void {
    const name = secretIn(parameter);
    if (name === undefined) return;
    const { domains } = secretNamed(name);
    const host = URL.parse(origin)?.hostname ?? "";
    if (isWithinDomains(host, domains)) return;
    const place = host === "" ? "a page that belongs to no site" : `a page of ${host}`;
    throw new Failure(
      `the secret ${JSON.stringify(name)} is not typed into ${place}; it was stored for ${domains.join(", ")}`,
    );
  }

  /**
   * What is typed for `{"secret": …}` and `{"totp": …}` into an element of a document with this origin, as the document
   * itself has it. Throws a Failure unless each secret is stored and the origin's host is within its domains.
   */
  async function textOf(parameter: Extract<TypedParameter, { secret: string } | { totp: unknown }>, origin: string) {
    requireAllowed(parameter, origin);
    if ("secret" in parameter) return secretNamed(parameter.secret).value;
    const { totp } = parameter;
    const key = "secret" in totp ? secretNamed(totp.secret).value : variable(totp.variable);
    const code = codes.get(key) ?? makeCode(parameter, key);
    codes.set(key, code);
    return code;
  }

  return { requireAllowed, textOf };
}

/** A code with less time left may have expired before the site has checked it. */
const leastMs = 2_000;

/** The current code, or that of the next period, once it has begun, if this one is about to end. `now`: milliseconds. */
export async function oneTimeCode(key: TOTP, { signal, now = Date.now }: { signal: AbortSignal; now?: () => number }) {
  const began = now();
  const left = key.remaining({ timestamp: began });
  if (left >= leastMs) return key.generate({ timestamp: began });
  await sleep(left, undefined, { signal });
  // A timer can be early by a millisecond.
  return key.generate({ timestamp: Math.max(now(), began + left) });
}
