import { GatepostError } from "@gatepost/contract/client";
import { errors } from "@gatepost/contract/errors";
import { isDomainError } from "@gatepost/domain/errors";
import { exactDollars } from "./dollars.ts";

/**
 * Does a command's work and prints what came of it: one JSON document where asked, else text for people.
 * With JSON a refusal is a document too, in the envelope of the JSON methods. The error itself goes on to main.ts,
 * which says it on stderr.
 */
export async function report<Result>({
  json = false,
  work,
  text,
}: {
  json?: boolean | undefined;
  work: () => Promise<Result>;
  text: (result: Result) => string;
}): Promise<void> {
  try {
    const result = await work();
    // Every bigint of a verb is an amount in millionths of a dollar.
    console.log(
      json
        ? JSON.stringify(result, (_, value) => (typeof value === "bigint" ? exactDollars(value) : value))
        : text(result),
    );
  } catch (error) {
    const envelope = json && envelopeOf(error);
    if (envelope) console.log(JSON.stringify(envelope));
    throw error;
  }
}

function envelopeOf(error: unknown) {
  if (error instanceof GatepostError) {
    const { errorId, errorCode, errorDescription } = error;
    return { errorId, errorCode, errorDescription };
  }
  if (isDomainError(error))
    return { errorId: errors[error.code].id, errorCode: error.code, errorDescription: error.message };
  return undefined;
}
