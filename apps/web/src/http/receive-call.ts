import { largeBody, limits } from "@gatepost/contract/limits";
import type { Method } from "@gatepost/contract/method";
import { transportErrors } from "@gatepost/contract/transport";
import { authenticate } from "@gatepost/domain/accounts/authenticate";
import { hashKey, isKeyShaped } from "@gatepost/domain/accounts/key";
import type { AppContext } from "@gatepost/domain/platform/context";
import { isDomainError, refuse } from "@gatepost/domain/platform/errors";
import type { LiveFeeds } from "../live/live-feeds.ts";
import { type Answer, bearerOf, type Call, failure, tooManyCalls, transportFailure } from "./answer.ts";
import { readObjectInTurn } from "./json-body.ts";
import { addressCaller, type RateLimiter } from "./rate-limit.ts";

export interface ApiDependencies {
  app: AppContext;
  limiter: RateLimiter;
  live: LiveFeeds;
}

/** A call whose body has been read. `keyHash`: of the key that was sent, which may not exist. */
export type ReceivedCall = Exclude<Awaited<ReturnType<typeof receiveCall>>, Answer>;

/** Reads the body of a call within the limits of its address and its key, or refuses the call. */
export async function receiveCall({ app, limiter }: ApiDependencies, call: Call, method: Method) {
  const caller = addressCaller(call.address);
  const addressWait = await limiter.take(caller);
  if (addressWait > 0) return tooManyCalls(addressWait);

  const early = sentKey(method, call);
  const earlyHash = early === undefined ? undefined : keyHashOf(early);
  const earlyWait = earlyHash ? await limiter.take(`key ${earlyHash}`) : 0;
  if (earlyWait > 0) return tooManyCalls(earlyWait);
  const max = await bodyLimit(app, call, early);

  const bytes = await call.body(max).catch((error: unknown) => {
    if (isDomainError(error)) throw error;
    // The client disconnected, which is not an error; nobody receives the response.
    return new Uint8Array();
  });
  if (!bytes) return tooLarge(max);
  const read = await readObjectInTurn(bytes, caller);
  if (!read) return unreadable(call);
  const { body, text } = read;

  const keyHash = typeof body.clientKey === "string" ? keyHashOf(body.clientKey) : undefined;
  const keyWait = keyHash && keyHash !== earlyHash ? await limiter.take(`key ${keyHash}`) : 0;
  if (keyWait > 0) return tooManyCalls(keyWait);
  if (earlyHash && keyHash !== earlyHash) return differentKeys(app, call, body.clientKey);
  return { app, call, bytes, body, text, keyHash };
}

const keyHashOf = (key: string) => hashKey(key).toString("base64");

/** A key that does not exist takes precedence over any other error. */
async function differentKeys(app: AppContext, { address }: Call, clientKey: unknown): Promise<Answer> {
  await authenticate({ app, clientKey, address });
  return failure(
    "ERROR_BAD_REQUEST",
    "The key in the header Authorization is not the one in clientKey. Send the same key in both, or leave the header out.",
  );
}

/** A header that names an encoding is no error in itself: some clients send `Content-Encoding: utf-8` with plain JSON. */
function unreadable({ header }: Call): Answer {
  if ((header("content-encoding") ?? "identity").toLowerCase() === "identity") return transportFailure("notAnObject");
  return transportFailure("compressed", { "accept-encoding": "identity" });
}

function tooLarge(max: number): Answer {
  if (max === limits.bodyBytes) return transportFailure("bodyTooLarge");
  const { code, status } = transportErrors.bodyTooLarge;
  return failure(code, `The body is over the limit of ${max / largeBody.mebibyte} MiB.`, { status });
}

/**
 * The key in a call's header Authorization; undefined if there is none, or the method takes no large bodies. What is no key
 * is ignored: a proxy may have sent it for a purpose of its own.
 */
function sentKey(method: Method, call: Call): string | undefined {
  if (!method.takesLargeBodies) return undefined;
  const sent = bearerOf(call.header("authorization"));
  return isKeyShaped(sent) ? sent : undefined;
}

/** The bytes that the body of a call may have. Throws the refusal of the key that was sent before the body. */
async function bodyLimit(app: AppContext, { address }: Call, key: string | undefined): Promise<number> {
  if (key === undefined) return limits.bodyBytes;
  const { refusal } = await authenticate({ app, clientKey: key, address });
  if (refusal) refuse(refusal);
  return app.settings.largeBodyBytes;
}
