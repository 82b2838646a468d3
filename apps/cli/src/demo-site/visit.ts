import type { IncomingMessage, ServerResponse } from "node:http";

/** A request for a page, with the session that its cookie names. */
export interface Visit {
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  session: Session | undefined;
}

export interface Session {
  login: string;
  confirmed: boolean;
}

export type Get = (visit: Visit) => void | Promise<void>;
export type Post = (visit: Visit, fields: Record<string, string>) => void | Promise<void>;

export function show(response: ServerResponse, page: string, status = 200): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(page);
}

export function showJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

export function seeOther(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, "cache-control": "no-store" }).end();
}
