import { type ErrorCode, errors } from "@gatepost/contract/errors";
import type { Problem } from "@gatepost/contract/problem";
import type { PartialResult, TaskFailure } from "./task/failure-report.ts";

/** What some errors tell beside the sentence. */
export interface ErrorDetails {
  /** All problems of a refused template. */
  problems?: readonly Problem[];
  /** Of a failed task. */
  failure?: TaskFailure;
  partial?: PartialResult;
}

/**
 * A refusal by the domain, as one of a closed table of codes. Adapters map it. Recognise it by `isDomainError`, not by
 * its class, because two copies of this module can be loaded in one process (Next.js bundles one, the server does not).
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string = errors[code].description, details: ErrorDetails = {}) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.details = details;
  }
}

/** The error with which a task ended, thrown to whoever asks for its result: that call itself did not fail. */
export class TaskError extends DomainError {
  readonly isOfTask = true;
}

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === "DomainError" && "code" in error;
}

/** A refusal as a value, for batches, in which one row's refusal does not affect the others. */
export interface Refusal {
  code: ErrorCode;
  description?: string | undefined;
}

export function refuse({ code, description }: Refusal): never {
  throw new DomainError(code, description);
}
