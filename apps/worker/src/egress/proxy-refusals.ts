import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ConnectFailure } from "./proxy-session.ts";

const reasons = { 400: "Bad Request", 403: "Forbidden", 407: "Proxy Authentication Required", 502: "Bad Gateway" };
type Status = keyof typeof reasons;

/** The status of a target that is not reached. */
export function statusOf(connectFailure: ConnectFailure): Status {
  return connectFailure === "refused" ? 403 : 502;
}

const challenge = 'Basic realm="Gatepost"';

/** Responds to a plain request that is not forwarded. */
export function answer(response: ServerResponse, status: Status): void {
  const body = `Gatepost: ${reasons[status]}.\n`;
  const headers = { "content-type": "text/plain", "content-length": Buffer.byteLength(body), connection: "close" };
  response.writeHead(status, status === 407 ? { ...headers, "proxy-authenticate": challenge } : headers).end(body);
}

/** Responds to a CONNECT or an upgrade that is not tunnelled, and closes the connection. */
export function deny(client: Socket, status: Status): void {
  const authenticate = status === 407 ? `Proxy-Authenticate: ${challenge}\r\n` : "";
  client.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${authenticate}Content-Length: 0\r\nConnection: close\r\n\r\n`);
}
