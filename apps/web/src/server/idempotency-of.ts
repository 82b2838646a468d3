import { limits } from "@gatepost/contract/limits";
import type { Method } from "@gatepost/contract/method";
import { DomainError } from "@gatepost/domain/errors";
import type { IdempotencyKey } from "@gatepost/domain/idempotency/find-answers";
import type { KeyContext, VerifyingContext } from "@gatepost/domain/permission";
import type { Call } from "./call.ts";

/** The Idempotency-Key of a call, with the fingerprint of its body. Undefined if the method or the call has none. */
export function idempotencyOf(
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
