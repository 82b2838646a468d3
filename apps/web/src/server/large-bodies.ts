import { limits } from "@gatepost/contract/limits";
import { DomainError } from "@gatepost/domain/errors";

/** Bytes of large bodies whose calls are under way, of all callers together. */
const maxBytes = 32 * 1024 * 1024;

let held = 0;

/**
 * Answers a call whose body has been read and has so many bytes. Throws ERROR_SERVICE_UNAVAILABLE if large bodies use up
 * the memory for them.
 */
export async function withinMemory<Answer>(bytes: number, answer: () => Promise<Answer>): Promise<Answer> {
  if (bytes <= limits.bodyBytes) return answer();
  if (held + bytes > maxBytes)
    throw new DomainError(
      "ERROR_SERVICE_UNAVAILABLE",
      "Too many calls with large bodies are under way; nothing was done. Try again.",
    );
  held += bytes;
  try {
    return await answer();
  } finally {
    held -= bytes;
  }
}
