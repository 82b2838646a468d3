import { limits } from "@gatepost/contract/limits";
import { transportErrors } from "@gatepost/contract/transport";
import { DomainError } from "@gatepost/domain/errors";
import { checkStructure } from "./json-structure.ts";
import { readBytes } from "./read-bytes.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The body of a portal call, under the same limits as those of the JSON methods. The caller checks whether it is JSON.
 * Throws ERROR_REQUEST_TOO_LARGE or ERROR_BAD_REQUEST.
 */
export async function readPortalBody({ body }: Request): Promise<string> {
  // If the client disconnects, nobody receives the response.
  const bytes = await readBytes(body, limits.bodyBytes).catch(() => new Uint8Array([0xff]));
  if (!bytes) throw new DomainError("ERROR_REQUEST_TOO_LARGE", transportErrors.bodyTooLarge.description);
  const text = decode(bytes);
  if (text === undefined) throw new DomainError("ERROR_BAD_REQUEST", transportErrors.notAnObject.description);
  checkStructure(text);
  return text;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
