import type { ErrorCode } from "@gatepost/contract/errors";
import type { Method } from "@gatepost/contract/method";
import type { Context } from "@gatepost/domain/context";
import { type DomainError, isDomainError, refuse } from "@gatepost/domain/errors";
import { authenticate } from "@gatepost/domain/key/authenticate";
import { observe } from "@gatepost/domain/observations";
import type { VerifyingContext } from "@gatepost/domain/permission";
import { currentRequestId } from "@gatepost/domain/request-id";
import { type TracedWork, traced } from "@gatepost/domain/traced";
import type { z } from "zod";
import type { Endpoint } from "./call.ts";
import { countRefusedTask } from "./count-refused-task.ts";
import { fault } from "./fault.ts";
import { withinMemory } from "./large-bodies.ts";
import { parseRequest } from "./parse-request.ts";
import { type CheckFirst, type Handler, performMethod, repeatStored, type WithoutErrorId } from "./perform-method.ts";
import { type ApiDependencies, type ReceivedCall, receiveCall } from "./receive-call.ts";
import { type Answer, failureOf, success } from "./wire-errors.ts";

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

/** Like `endpoint`, for a handler that verifies the key itself. */
export function verifyingEndpoint<M extends Method>(
  method: M,
  handler: Handler<M, VerifyingContext>,
  dependencies: () => ApiDependencies,
  checkFirst?: CheckFirst,
): Endpoint {
  return serve(method, dependencies, async (received) => {
    const cached = await answerCached(method, handler, received, checkFirst);
    if (cached && "answer" in cached) return cached.answer;
    return answer(method, handler, received, cached?.refused, checkFirst);
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

function serve(
  method: Method,
  dependencies: () => ApiDependencies,
  answer: (received: ReceivedCall) => Promise<Answer>,
): Endpoint {
  const respond: Endpoint = async (call) => {
    try {
      const received = await receiveCall(dependencies(), call, method);
      if ("status" in received) return received;
      return await withinMemory(received.bytes.length, () => answer(received));
    } catch (error) {
      return failureOf(error) ?? fault(error, method.name);
    }
  };
  return async (call) => {
    const began = performance.now();
    const facts: TracedWork["request"] = { method: method.name, requestId: currentRequestId() };
    const answered = await traced("request", facts, async () => {
      const made = await respond(call);
      facts.response = made.code ?? "success";
      return made;
    });
    const seconds = (performance.now() - began) / 1_000;
    observe("call", { method: method.name, response: answered.code ?? "success", seconds });
    return answered;
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
 * The fast path for a cached key; undefined if the key must be looked up first. A refusal is not final, because an
 * invalid key takes precedence over any other error; but its work is not repeated.
 */
async function answerCached<M extends Method>(
  method: M,
  handler: Handler<M, VerifyingContext>,
  received: ReceivedCall,
  checkFirst?: CheckFirst,
): Promise<{ answer: Answer } | { refused: DomainError } | undefined> {
  const { app, call, keyHash } = received;
  const actor = keyHash && app.keys.get(keyHash, call.address);
  if (!actor) return undefined;
  try {
    return { answer: await performMethod(method, handler, { ...app, actor }, received, checkFirst) };
  } catch (error) {
    if (!isDomainError(error) || error.code === "ERROR_SERVICE_UNAVAILABLE") throw error;
    return asksForKey.has(error.code) ? undefined : { refused: error };
  }
}

/** Refusals about the key itself, for which the cache may be out of date. */
const asksForKey: ReadonlySet<ErrorCode> = new Set(["ERROR_KEY_DOES_NOT_EXIST", "ERROR_ACCESS_DENIED"]);
