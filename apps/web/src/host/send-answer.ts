import type { ServerResponse } from "node:http";
import { securityHeaders } from "../server/security-headers.ts";
import type { Answer } from "../server/wire-errors.ts";
import { requestIdHeaders } from "./request-id.ts";

export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...securityHeaders, ...headers, ...requestIdHeaders() }).end(body);
}
