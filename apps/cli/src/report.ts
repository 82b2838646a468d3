import { GatepostError } from "@gatepost/contract/client";
import { isDomainError } from "@gatepost/domain/errors";
import { exactDollars } from "@gatepost/presenters/dollars";
import { errorBody } from "@gatepost/presenters/error-body";

/**
 * Runs a command's work and prints its result: one JSON document if requested, otherwise text for people. With JSON a
 * refusal is a document too, in the envelope of the JSON methods. The error itself goes on to main.ts, which prints it
 * on stderr.
 */
export async function report<Result>({
  json = false,
  work,
  text,
  document = (result) => result,
}: {
  json?: boolean | undefined;
  work: () => Promise<Result>;
  text: (result: Result) => string;
  /** Selects the part of the result that is its JSON; all of it by default. */
  document?: (result: Result) => unknown;
}): Promise<void> {
  try {
    const result = await work();
    console.log(json ? JSON.stringify(document(result), exact) : text(result));
  } catch (error) {
    const envelope = json && envelopeOf(error);
    if (envelope) console.log(JSON.stringify(envelope));
    throw error;
  }
}

/** Every bigint that the domain returns is an amount in millionths of a dollar. */
function exact(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? exactDollars(value) : value;
}

function envelopeOf(error: unknown) {
  if (error instanceof GatepostError) {
    const { errorId, errorCode, errorDescription, details } = error;
    return { errorId, errorCode, errorDescription, ...details };
  }
  return isDomainError(error) ? errorBody(error) : undefined;
}
