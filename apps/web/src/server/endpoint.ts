import type { ErrorCode } from "@gatepost/contract/errors";
import { limits } from "@gatepost/contract/limits";
import type { Method } from "@gatepost/contract/method";
import type { AppContext, Context } from "@gatepost/domain/context";
import { DomainError, isDomainError, refuse } from "@gatepost/domain/errors";
import { findAnswer, type IdempotencyKey, replay } from "@gatepost/domain/idempotency/find-answers";
import { authenticate } from "@gatepost/domain/key/authenticate";
import { hashKey } from "@gatepost/domain/key/key";
import { observe } from "@gatepost/domain/observations";
import type { KeyContext, VerifyingContext } from "@gatepost/domain/permission";
import { countRefusal } from "@gatepost/domain/stats/count-refusal";
import type { z } from "zod";
import { fault, logFault } from "./fault.ts";
import { isTooDeep, readObject } from "./json-body.ts";
import type { LiveFeeds } from "./live/live-feeds.ts";
import { parseRequest } from "./parse-request.ts";
import { addressCaller, type RateLimiter } from "./rate-limit.ts";
import { checkLimits } from "./request-limits.ts";
import { checkStorable } from "./storable-text.ts";
import { type Answer, failure, failureOf, preflight, success, transportFailure } from "./wire-errors.ts";

/** One HTTP request, without a framework. */
export interface Call {
  verb: string;
  header(name: string): string | null | undefined;
  /** Reads the body; undefined as soon as it exceeds `max` bytes. */
  body(max: number): Promise<Uint8Array | undefined>;
  /** The caller's IP address. */
  address: string;
  /** A signal that is aborted when the client disconnects; made only for a method that asks. */
  disconnected(): AbortSignal;
}

export type Endpoint = (call: Call) => Promise<Answer>;

/**
 * The handler of a method, called once the caller is known and the body read. With a VerifyingContext it verifies a
 * cached key in its own statement, which saves the round trip of looking the key up.
 */
export type Handler<M extends Method, C extends Context = KeyContext> = (asked: {
  ctx: C;
  input: z.output<M["request"]>;
  idempotency: IdempotencyKey | undefined;
  call: Call;
}) => Promise<WithoutErrorId<z.input<M["response"]>>>;

/** Distributes over the results of a method that has several. */
type WithoutErrorId<T> = T extends unknown ? Omit<T, "errorId"> : never;

export interface ApiDependencies {
  app: AppContext;
  limiter: RateLimiter;
  live: LiveFeeds;
}

/**
 * Called for a call with invalid properties before it is refused; an error that it throws is returned instead. For a
 * method that checks permissions before its other properties.
 */
type CheckFirst = (asked: { ctx: KeyContext | VerifyingContext; body: Record<string, unknown> }) => Promise<void>;

/**
 * A documented method as a function from request to response. Checks in the order of docs/contract.md, section 2: JSON,
 * key, account, address, the method's own properties; the domain checks permissions and state.
 */
export function endpoint<M extends Method>(
  method: M,
  handler: Handler<M>,
  dependencies: () => ApiDependencies,
): Endpoint {
  return serve(method, dependencies, (ask) => answer(method, handler, ask));
}

/** Like `endpoint`, for a handler that verifies the key itself. */
export function verifyingEndpoint<M extends Method>(
  method: M,
  handler: Handler<M, VerifyingContext>,
  dependencies: () => ApiDependencies,
  checkFirst?: CheckFirst,
): Endpoint {
  return serve(method, dependencies, async (ask) => {
    const cached = await answerCached(method, handler, ask, checkFirst);
    if (cached && "answer" in cached) return cached.answer;
    return answer(method, handler, ask, cached?.refused, checkFirst);
  });
}

/** A method that anyone may call. Its handler gets a context without an account or a user. */
export function openEndpoint<M extends Method>(
  method: M,
  handler: (asked: {
    ctx: Context<{ kind: "visitor" }>;
    input: z.output<M["request"]>;
    /** The body as it was sent. */
    text: string;
  }) => Promise<WithoutErrorId<z.input<M["response"]>>>,
  dependencies: () => ApiDependencies,
): Endpoint {
  return serve(method, dependencies, async ({ app, body, text }) => {
    const input = parseRequest(method, body);
    return success(await handler({ ctx: { ...app, actor: { kind: "visitor" } }, input, text }));
  });
}

function serve(method: Method, dependencies: () => ApiDependencies, answer: (ask: Ask) => Promise<Answer>): Endpoint {
  const respond: Endpoint = async (call) => {
    if (call.verb !== "POST") return transportFailure("notPost", { allow: "POST, OPTIONS" });
    try {
      const ask = await receive(dependencies(), call);
      return "status" in ask ? ask : await answer(ask);
    } catch (error) {
      return failureOf(error) ?? fault(error, method.name);
    }
  };
  return async (call) => {
    if (call.verb === "OPTIONS") return preflight;
    const began = performance.now();
    const answered = await respond(call);
    const seconds = (performance.now() - began) / 1_000;
    observe("call", { method: method.name, response: answered.code ?? "success", seconds });
    return answered;
  };
}

/** A call whose body has been read. */
interface Ask {
  app: AppContext;
  call: Call;
  bytes: Uint8Array;
  body: Record<string, unknown>;
  text: string;
  /** Of the key that was sent, which may not exist. */
  keyHash: string | undefined;
}

async function receive({ app, limiter }: ApiDependencies, call: Call): Promise<Ask | Answer> {
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

/** `refused`: the refusal of the same call with a cached key, which stands if the key and its account are valid. */
async function answer<M extends Method>(
  method: M,
  handler: Handler<M>,
  ask: Ask,
  refused?: DomainError,
  checkFirst?: CheckFirst,
): Promise<Answer> {
  const { app, call, body } = ask;
  const { actor, refusal } = await authenticate({ app, clientKey: body.clientKey, address: call.address });
  const ctx = { ...app, actor };
  try {
    if (refusal) refuse(refusal);
    if (refused) return await repeatStored(method, ctx, ask, refused);
    return await perform(method, handler, ctx, ask, checkFirst);
  } catch (error) {
    if (method.name === "createTask" && isDomainError(error)) await countRefused(ctx, body.softId, error);
    throw error;
  }
}

/**
 * The fast path for a cached key; undefined if the key must be looked up first. A refusal is not final, because an
 * invalid key takes precedence over any other error; but its work is not repeated.
 */
async function answerCached<M extends Method>(
  method: M,
  handler: Handler<M, VerifyingContext>,
  ask: Ask,
  checkFirst?: CheckFirst,
): Promise<{ answer: Answer } | { refused: DomainError } | undefined> {
  const { app, call, keyHash } = ask;
  const actor = keyHash && app.keys.get(keyHash, call.address);
  if (!actor) return undefined;
  try {
    return { answer: await perform(method, handler, { ...app, actor }, ask, checkFirst) };
  } catch (error) {
    if (!isDomainError(error) || error.code === "ERROR_SERVICE_UNAVAILABLE") throw error;
    return asksForKey.has(error.code) ? undefined : { refused: error };
  }
}

/** Refusals about the key itself, for which the cache may be out of date. */
const asksForKey: ReadonlySet<ErrorCode> = new Set(["ERROR_KEY_DOES_NOT_EXIST", "ERROR_ACCESS_DENIED"]);

/** The stored success of a call with an Idempotency-Key, which takes precedence over a refusal; otherwise the refusal. */
async function repeatStored(method: Method, ctx: KeyContext, { call, body }: Ask, refused: DomainError) {
  const stored = await findAnswer(ctx, ctx.actor.accountId, idempotencyOf(method, call, ctx, body));
  if (!stored) throw refused;
  return successOf(method, body, replay<object>(stored));
}

/** Warnings depend on the request body alone, so that a replayed response has the same ones. */
function successOf(method: Method, body: Record<string, unknown>, result: object): Answer {
  const warnings = method.warnings?.(body) ?? [];
  return success(warnings.length > 0 ? { ...result, warnings } : result);
}

async function perform<M extends Method, C extends KeyContext | VerifyingContext>(
  method: M,
  handler: Handler<M, C>,
  ctx: C,
  { call, bytes, body, text }: Ask,
  checkFirst?: CheckFirst,
): Promise<Answer> {
  let input: z.output<M["request"]>;
  try {
    checkLimits(method.name, body, bytes.length);
    input = parseRequest(method, body);
    checkStorable(input, text);
  } catch (refusal) {
    await checkFirst?.({ ctx, body });
    throw refusal;
  }
  const result = await handler({
    ctx,
    input,
    idempotency: idempotencyOf(method, call, ctx, body),
    call,
  });
  return successOf(method, body, result);
}

function tooMany(seconds: number): Answer {
  return failure("ERROR_TOO_MANY_REQUESTS", undefined, { headers: { "retry-after": String(seconds) } });
}

function idempotencyOf(
  method: Method,
  call: Call,
  { vault, actor }: KeyContext | VerifyingContext,
  { clientKey: _, ...body }: Record<string, unknown>,
): IdempotencyKey | undefined {
  const key = method.idempotent ? call.header("idempotency-key") : undefined;
  if (key === null || key === undefined) return undefined;
  const max = limits.idempotencyKeyLength;
  if (key.length > max)
    throw new DomainError(
      "ERROR_REQUEST_TOO_LARGE",
      `Over a limit: the header Idempotency-Key has more than ${max} characters.`,
    );
  if (key === "")
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      "The header Idempotency-Key is empty. Give it a value, or leave it out.",
    );
  return { key, fingerprint: vault.fingerprint({ method: method.name, body }, [actor.accountId, 0, key]) };
}

/**
 * Counts a refused createTask for the application that it names (docs/contract.md, section 7). If counting fails, the
 * response stays the same.
 */
async function countRefused(ctx: Context, named: unknown, { code }: DomainError): Promise<void> {
  const softId = typeof named === "string" && /^[0-9]{1,16}$/.test(named) ? Number(named) : named;
  if (typeof softId !== "number" || !Number.isSafeInteger(softId) || softId < 1) return;
  // The database is unavailable or a queue is full, so nothing can be counted, and nothing was done.
  if (code === "ERROR_SERVICE_UNAVAILABLE") return;
  await countRefusal({ ctx, input: { softId, code } }).catch((error: unknown) => {
    logFault("refusal not counted", error, { code });
  });
}
