import { type ErrorCode, errors } from "@gatepost/contract/errors";
import type { Problem } from "@gatepost/contract/problem";

/**
 * What a verb refuses, as a fact of the closed table of codes. Adapters map it; nobody tells errors apart
 * by class, since two copies of this module can live in one process (Next bundles, the server does not).
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** Everything that is wrong with a refused template. */
  readonly problems: readonly Problem[] | undefined;

  constructor(code: ErrorCode, message: string = errors[code].description, problems?: readonly Problem[]) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.problems = problems;
  }
}

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === "DomainError" && "code" in error;
}

/** A refusal as a value, for batches: one row's refusal is not its neighbours'. */
export interface Refusal {
  code: ErrorCode;
  description?: string | undefined;
}

export function refuse({ code, description }: Refusal): never {
  throw new DomainError(code, description);
}
