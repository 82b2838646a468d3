import { expectation } from "@gatepost/contract/expectation";
import type { Method } from "@gatepost/contract/method";
import { DomainError } from "@gatepost/domain/errors";
import { valueAt } from "@gatepost/domain/template/document-path";
import type { z } from "zod";
import { propertyPath } from "./property-path.ts";

/**
 * The body as the method's schema reads it. Throws the method's own refusal for the first error, with a sentence that
 * names its path and what is expected there.
 */
export function parseRequest<M extends Pick<Method, "request" | "refusal">>(
  method: M,
  body: Record<string, unknown>,
): z.output<M["request"]> {
  const parsed = method.request.safeParse(body, { error: expectation });
  if (parsed.success) return parsed.data as z.output<M["request"]>;
  const issue = parsed.error.issues[0] as z.core.$ZodIssue;
  const code = method.refusal?.(issue.path) ?? "ERROR_BAD_REQUEST";
  const missing = valueAt(body, issue.path) === undefined;
  const what = `The property ${propertyPath(issue.path)}`;
  throw new DomainError(
    code,
    missing ? `${what} is missing; it must be ${issue.message}.` : `${what} must be ${issue.message}.`,
  );
}
