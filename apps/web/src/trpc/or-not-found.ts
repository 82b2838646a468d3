import type { ErrorCode } from "@gatepost/contract/errors";
import { isDomainError } from "@gatepost/domain/errors";
import { notFound } from "next/navigation";

/** The same whether there is no such thing or it belongs to somebody else. */
const unknown: ReadonlySet<ErrorCode> = new Set(["ERROR_ACCESS_DENIED", "ERROR_NO_SUCH_CAPCHA_ID"]);

/**
 * What a page is about. Responds that the page is not found if the caller may not see it or there is no such thing, so
 * that the browser has nothing to load and repeat.
 */
export async function orNotFound<Subject>(read: Promise<Subject>): Promise<Subject> {
  try {
    return await read;
  } catch (error) {
    if (isDomainError(error) && unknown.has(error.code)) notFound();
    throw error;
  }
}
