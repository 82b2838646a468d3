import type { ServerResponse } from "node:http";
import { currentRequestId, newRequestId } from "@gatepost/domain/platform/log";
import type { Answer } from "./answer.ts";
import { securityHeaders } from "./security-headers.ts";

export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...securityHeaders, ...headers, ...requestIdHeaders() }).end(body);
}

/** The header of every response with the id of its request, which each log line about the request has too. */
export const requestIdHeader = "x-request-id";

/**
 * The id that the caller or a proxy has given the request, if it is 1 to 64 letters, digits, dots and hyphens, and
 * otherwise a new one. Nothing else can be written into the log in this way, nor a key, which has an underscore.
 */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === "string" && /^[0-9A-Za-z.-]{1,64}$/.test(sent) ? sent : newRequestId();
}

/** The header of the response to the request that is being answered. */
export function requestIdHeaders(): Record<string, string> {
  return { [requestIdHeader]: currentRequestId() ?? newRequestId() };
}
