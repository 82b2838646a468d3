import { limits } from "@gatepost/contract/limits";
import type { Method } from "@gatepost/contract/method";
import type { WithoutErrorId } from "@gatepost/contract/methods";
import { findAnswer, type IdempotencyKey, replay } from "@gatepost/domain/platform/answered-before";
import type { Context, KeyContext, VerifyingContext } from "@gatepost/domain/platform/context";
import { DomainError } from "@gatepost/domain/platform/errors";
import { noteOfWork } from "@gatepost/domain/platform/observations";
import type { z } from "zod";
import { type Answer, type Call, success } from "./answer.ts";
import { checkLimits } from "./body-limits.ts";
import { checkStorable, parseRequest } from "./check-request.ts";
import type { ReceivedCall } from "./receive-call.ts";

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

/**
 * Called for a call with invalid properties before it is refused; an error that it throws is returned instead. For a
 * method that checks permissions before its other properties.
 */
export type CheckFirst = (asked: {
  ctx: KeyContext | VerifyingContext;
  body: Record<string, unknown>;
}) => Promise<void>;

/** Calls the handler with the checked properties of a call, and makes the response of its result. */
export async function performMethod<M extends Method, C extends KeyContext | VerifyingContext>(
  method: M,
  handler: Handler<M, C>,
  ctx: C,
  { call, bytes, body, text }: ReceivedCall,
  checkFirst?: CheckFirst,
): Promise<Answer> {
  let input: z.output<M["request"]>;
  try {
    checkLimits(method.name, body, { size: bytes.length, settings: ctx.settings });
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
  noteOfWork(taskOf(result) ?? taskOf(body) ?? {});
  return successOf(method, body, result);
}

/** The task that a call creates or names. */
function taskOf(said: object): { taskId: number } | undefined {
  const taskId = Number("taskId" in said ? said.taskId : undefined);
  return Number.isSafeInteger(taskId) ? { taskId } : undefined;
}

/** The stored success of a call with an Idempotency-Key, which takes precedence over a refusal; otherwise the refusal. */
export async function repeatStored(
  method: Method,
  ctx: KeyContext,
  { call, body }: ReceivedCall,
  refused: DomainError,
) {
  const stored = await findAnswer(ctx, ctx.actor.accountId, idempotencyOf(method, call, ctx, body));
  if (!stored) throw refused;
  return successOf(method, body, replay<object>(stored));
}

/** Warnings depend on the request body alone, so that a replayed response has the same ones. */
function successOf(method: Method, body: Record<string, unknown>, result: object): Answer {
  const warnings = method.warnings?.(body) ?? [];
  return success(warnings.length > 0 ? { ...result, warnings } : result);
}

/** The Idempotency-Key of a call, with the fingerprint of its body. Undefined if the method or the call has none. */
function idempotencyOf(
  method: Method,
  call: Call,
  { vault, actor }: KeyContext | VerifyingContext,
  given: Record<string, unknown>,
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
  const { clientKey: _, ...body } = given;
  return { key, fingerprint: vault.fingerprint({ method: method.name, body }, [actor.accountId, 0, key]) };
}
