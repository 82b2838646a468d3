import { limits } from "@gatepost/contract/limits";
import type { AppContext } from "@gatepost/domain/context";
import { isDomainError } from "@gatepost/domain/errors";
import { hashKey } from "@gatepost/domain/key/key";
import type { Call } from "./call.ts";
import { isTooDeep, readObject } from "./json-body.ts";
import type { LiveFeeds } from "./live/live-feeds.ts";
import { addressCaller, type RateLimiter } from "./rate-limit.ts";
import { type Answer, failure, transportFailure } from "./wire-errors.ts";

export interface ApiDependencies {
  app: AppContext;
  limiter: RateLimiter;
  live: LiveFeeds;
}

/** A call whose body has been read. */
export interface ReceivedCall {
  app: AppContext;
  call: Call;
  bytes: Uint8Array;
  body: Record<string, unknown>;
  text: string;
  /** Of the key that was sent, which may not exist. */
  keyHash: string | undefined;
}

/** Reads the body of a call within the limits of its address and its key, or refuses the call. */
export async function receiveCall({ app, limiter }: ApiDependencies, call: Call): Promise<ReceivedCall | Answer> {
  const addressWait = await limiter.take(addressCaller(call.address));
  if (addressWait > 0) return tooMany(addressWait);

  const bytes = await call.body(limits.bodyBytes).catch((error: unknown) => {
    if (isDomainError(error)) throw error;
    // The client disconnected, which is not an error; nobody receives the response.
    return new Uint8Array();
  });
  if (!bytes) return transportFailure("bodyTooLarge");
  const read = readObject(bytes);
  if (!read) return transportFailure("notAnObject");
  const { body, text } = read;
  if (isTooDeep(text))
    return failure("ERROR_REQUEST_TOO_LARGE", `Over a limit: the body is nested deeper than ${limits.nesting} levels.`);

  const keyHash = typeof body.clientKey === "string" ? hashKey(body.clientKey).toString("base64") : undefined;
  const keyWait = keyHash ? await limiter.take(`key ${keyHash}`) : 0;
  if (keyWait > 0) return tooMany(keyWait);
  return { app, call, bytes, body, text, keyHash };
}

function tooMany(seconds: number): Answer {
  return failure("ERROR_TOO_MANY_REQUESTS", undefined, { headers: { "retry-after": String(seconds) } });
}
