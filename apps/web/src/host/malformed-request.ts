import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { newRequestId } from "@gatepost/domain/request-id";
import { transportSecurity } from "../server/origin.ts";
import { securityHeaders } from "../server/security-headers.ts";
import { transportFailure } from "../server/wire-errors.ts";
import { requestIdHeader } from "./request-id.ts";

type MalformedRequest = "malformed" | "headersTooLarge" | "extensionsTooLarge" | "tooSlow";

/** By the code of Node.js's error. */
const kinds: Record<string, MalformedRequest> = {
  HPE_HEADER_OVERFLOW: "headersTooLarge",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "extensionsTooLarge",
  ERR_HTTP_REQUEST_TIMEOUT: "tooSlow",
};

/** Node.js's connections: the response that is being sent on one is not public. */
type Connection = Duplex & { _httpMessage?: { headersSent: boolean } | null; destroySoon?: () => void };

/**
 * Answers what Node.js cannot read as a request, where Node.js would send a status line alone. Nothing is sent after the
 * beginning of another response, because it would be taken for a part of that.
 */
export function answerMalformed(error: NodeJS.ErrnoException, connection: Connection): void {
  if (connection.writable && !connection._httpMessage?.headersSent) {
    const { status, headers, body } = transportFailure(kinds[error.code ?? ""] ?? "malformed");
    const lines = Object.entries({
      ...securityHeaders,
      ...transportSecurity(),
      ...headers,
      [requestIdHeader]: newRequestId(),
      "content-length": Buffer.byteLength(body),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}`);
    connection.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  }
  if (connection.destroySoon) connection.destroySoon();
  else connection.destroy();
}
