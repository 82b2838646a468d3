import type { ErrorCode } from "@gatepost/contract/errors";
import type { Method } from "@gatepost/contract/method";
import type { WithoutErrorId } from "@gatepost/contract/methods";
import { authenticate, keyCache } from "@gatepost/domain/accounts/authenticate";
import type { Context, VerifyingContext } from "@gatepost/domain/platform/context";
import { type DomainError, isDomainError, refuse } from "@gatepost/domain/platform/errors";
import { currentRequestId } from "@gatepost/domain/platform/log";
import { observe, type TracedWork, traced } from "@gatepost/domain/platform/observations";
import { countRefusal } from "@gatepost/domain/statistics/count-refusal";
import type { z } from "zod";
import { type Answer, type Endpoint, failureOf, fault, logFault, success } from "./answer.ts";
import { holdMemory } from "./body-limits.ts";
import { parseRequest } from "./check-request.ts";
import { type CheckFirst, type Handler, performMethod, repeatStored } from "./perform-method.ts";
import { type ApiDependencies, type ReceivedCall, receiveCall } from "./receive-call.ts";

/**
 * A documented method as a function from request to response. Checks in the order of docs/contract.md, section 2: JSON,
 * key, account, address, the method's own properties; the domain checks permissions and state.
 */
export function endpoint<M extends Method>(
  method: M,
  handler: Handler<M>,
  dependencies: () => ApiDependencies,
): Endpoint {
  return serve(method, dependencies, (received) => answer(method, handler, received));
}

/**
 * Like `endpoint`, for a handler that verifies the key itself if it is cached. A refusal of a cached key is not final, because an
 * invalid key takes precedence over any other error; but its work is not repeated.
 */
export function verifyingEndpoint<M extends Method>(
  method: M,
  handler: Handler<M, VerifyingContext>,
  dependencies: () => ApiDependencies,
  checkFirst?: CheckFirst,
): Endpoint {
  return serve(method, dependencies, async (received) => {
    const { app, call, keyHash } = received;
    const actor = keyHash && app.cache(keyCache).get(keyHash, call.address);
    if (!actor) return answer(method, handler, received, undefined, checkFirst);
    try {
      return await performMethod(method, handler, { ...app, actor }, received, checkFirst);
    } catch (error) {
      if (!isDomainError(error) || error.code === "ERROR_SERVICE_UNAVAILABLE") throw error;
      return answer(method, handler, received, asksForKey.has(error.code) ? undefined : error, checkFirst);
    }
  });
}

/** Refusals about the key itself, for which the cache may be out of date. */
const asksForKey: ReadonlySet<ErrorCode> = new Set(["ERROR_KEY_DOES_NOT_EXIST", "ERROR_ACCESS_DENIED"]);

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

function serve(
  method: Method,
  dependencies: () => ApiDependencies,
  answer: (received: ReceivedCall) => Promise<Answer>,
): Endpoint {
  const respond: Endpoint = async (call) => {
    try {
      const received = await receiveCall(dependencies(), call, method);
      if ("status" in received) return received;
      using _ = holdMemory(received.bytes.length);
      return await answer(received);
    } catch (error) {
      return failureOf(error) ?? fault(error, method.name);
    }
  };
  return (call) => {
    const facts: TracedWork["request"] = { method: method.name, requestId: currentRequestId() };
    return traced("request", facts, async () => {
      const began = performance.now();
      const made = await respond(call);
      const response = made.code ?? "success";
      facts.response = response;
      observe("call", { method: method.name, response, seconds: (performance.now() - began) / 1_000 });
      return made;
    });
  };
}

/** `refused`: the refusal of the same call with a cached key, which stands if the key and its account are valid. */
async function answer<M extends Method>(
  method: M,
  handler: Handler<M>,
  received: ReceivedCall,
  refused?: DomainError,
  checkFirst?: CheckFirst,
): Promise<Answer> {
  const { app, call, body } = received;
  const { actor, refusal } = await authenticate({ app, clientKey: body.clientKey, address: call.address });
  const ctx = { ...app, actor };
  try {
    if (refusal) refuse(refusal);
    if (refused) return await repeatStored(method, ctx, received, refused);
    return await performMethod(method, handler, ctx, received, checkFirst);
  } catch (error) {
    if (method.name === "createTask" && isDomainError(error)) await countRefusedTask(ctx, body.softId, error);
    throw error;
  }
}

/**
 * Counts a refused createTask for the application that it names (docs/contract.md, section 7). If counting fails, the
 * response stays the same.
 */
async function countRefusedTask(ctx: Context, named: unknown, { code }: DomainError): Promise<void> {
  const softId = typeof named === "string" && /^[0-9]{1,16}$/.test(named) ? Number(named) : named;
  if (typeof softId !== "number" || !Number.isSafeInteger(softId) || softId < 1) return;
  // The database is unavailable or a queue is full, so nothing can be counted, and nothing was done.
  if (code === "ERROR_SERVICE_UNAVAILABLE") return;
  await countRefusal({ ctx, input: { softId, code } }).catch((error: unknown) => {
    logFault("refusal not counted", error, { code });
  });
}
