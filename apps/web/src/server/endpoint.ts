import { limits } from "@gatepost/contract/limits";
import type { Method } from "@gatepost/contract/method";
import type { Context, Ground } from "@gatepost/domain/context";
import { DomainError, isDomainError, refuse } from "@gatepost/domain/errors";
import type { IdempotencyKey } from "@gatepost/domain/idempotency/find-answers";
import { authenticate } from "@gatepost/domain/key/authenticate";
import type { KeyContext } from "@gatepost/domain/permission";
import { countRefusal } from "@gatepost/domain/stats/count-refusal";
import type { z } from "zod";
import { describeFault, fault } from "./fault.ts";
import { isTooDeep, readObject } from "./json-body.ts";
import { parseRequest } from "./parse-request.ts";
import { addressCaller, keyCaller, type RateLimiter } from "./rate-limit.ts";
import { checkLimits } from "./request-limits.ts";
import { checkStorable } from "./storable-text.ts";
import { type Answer, failure, failureOf, preflight, success, transportFailure } from "./wire-errors.ts";

/** One HTTP request, without a framework. */
export interface Call {
  verb: string;
  header(name: string): string | null | undefined;
  /** Reads the body; undefined as soon as it proves to be longer than `most` bytes. */
  body(most: number): Promise<Uint8Array | undefined>;
  /** The caller's IP address. */
  address: string;
}

export type Endpoint = (call: Call) => Promise<Answer>;

/** What a method does, once the caller is known and the body read. */
export type Deed<M extends Method> = (asked: {
  ctx: KeyContext;
  input: z.output<M["request"]>;
  idempotency: IdempotencyKey | undefined;
}) => Promise<WithoutErrorId<z.input<M["response"]>>>;

/** Distributes over the answers of a method that has several. */
type WithoutErrorId<T> = T extends unknown ? Omit<T, "errorId"> : never;

export interface House {
  ground: Ground;
  limiter: RateLimiter;
}

/**
 * A documented method as a function from request to answer, the same for all of them. Checked in the order of CONTRACT,
 * section 2: JSON, key, account, address, the method's own properties; permissions and state are the verb's.
 */
export function endpoint<M extends Method>(method: M, deed: Deed<M>, house: () => House): Endpoint {
  return async (call) => {
    if (call.verb === "OPTIONS") return preflight;
    if (call.verb !== "POST") return transportFailure("notPost", { allow: "POST, OPTIONS" });
    try {
      return await answer(method, deed, house(), call);
    } catch (error) {
      return failureOf(error) ?? fault(error, method.name);
    }
  };
}

async function answer<M extends Method>(method: M, deed: Deed<M>, house: House, call: Call): Promise<Answer> {
  const { ground, limiter } = house;
  const now = performance.now();
  const addressWait = limiter.take(addressCaller(call.address), now);
  if (addressWait > 0) return tooMany(addressWait);

  const bytes = await call.body(limits.bodyBytes);
  if (!bytes) return transportFailure("bodyTooLarge");
  const read = readObject(bytes);
  if (!read) return transportFailure("notAnObject");
  const { body, text } = read;
  if (isTooDeep(text))
    return failure("ERROR_REQUEST_TOO_LARGE", `Over a limit: the body is nested deeper than ${limits.nesting} levels.`);

  const { clientKey } = body;
  const keyWait = typeof clientKey === "string" ? limiter.take(keyCaller(clientKey), now) : 0;
  if (keyWait > 0) return tooMany(keyWait);
  const { actor, refusal } = await authenticate({ ground, clientKey, address: call.address });
  const ctx = { ...ground, actor };

  try {
    if (refusal) refuse(refusal);
    checkLimits(method.name, body, bytes.length);
    const input = parseRequest(method, body);
    checkStorable(input, text);
    return success(await deed({ ctx, input, idempotency: idempotencyOf(method, call, ctx, body) }));
  } catch (error) {
    if (method.name === "createTask" && isDomainError(error)) await countRefused(ctx, body.softId, error);
    throw error;
  }
}

function tooMany(seconds: number): Answer {
  return failure("ERROR_TOO_MANY_REQUESTS", undefined, { headers: { "retry-after": String(seconds) } });
}

function idempotencyOf(
  method: Method,
  call: Call,
  { vault, actor }: KeyContext,
  { clientKey: _, ...body }: Record<string, unknown>,
): IdempotencyKey | undefined {
  const key = method.idempotent ? call.header("idempotency-key") : undefined;
  if (key === null || key === undefined) return undefined;
  const most = limits.idempotencyKeyLength;
  if (key.length > most)
    throw new DomainError(
      "ERROR_REQUEST_TOO_LARGE",
      `Over a limit: the header Idempotency-Key has more than ${most} characters.`,
    );
  if (key === "")
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      "The header Idempotency-Key is empty. Give it a value, or leave it out.",
    );
  return { key, fingerprint: vault.fingerprint({ method: method.name, body }, [actor.accountId, 0, key]) };
}

/** Counts a refused createTask for the application that it names (CONTRACT, section 7). Its own failure changes no answer. */
async function countRefused(ctx: Context, named: unknown, { code }: DomainError): Promise<void> {
  const softId = typeof named === "string" && /^[0-9]{1,16}$/.test(named) ? Number(named) : named;
  if (typeof softId !== "number" || !Number.isSafeInteger(softId) || softId < 1) return;
  // The database is away or the house is full: there is nothing to count with, and nothing was done.
  if (code === "ERROR_SERVICE_UNAVAILABLE") return;
  await countRefusal({ ctx, input: { softId, code } }).catch((error: unknown) => {
    console.error(JSON.stringify({ at: new Date().toISOString(), uncounted: code, cause: describeFault(error) }));
  });
}
