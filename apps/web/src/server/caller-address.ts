import { isIP } from "node:net";

/** Carries the caller's address from server.ts, which sees the connection, to the routes, which do not. */
export const addressHeader = "x-gatepost-address";

/** Set by server.ts: from then on the header is its own, and nobody else's word. */
const place = globalThis as { [fronted]?: true };
const fronted = Symbol.for("gatepost.web.fronted");

export function announceFront(): void {
  place[fronted] = true;
}

/**
 * The caller's IP address. Without server.ts (`next start` alone, a serverless host) it is the last hop that the nearest
 * proxy wrote down, or what Next.js wrote there from the connection itself.
 */
export function callerAddress(header: (name: string) => string | null | undefined): string {
  const told = place[fronted] ? header(addressHeader) : header("x-forwarded-for")?.split(",").at(-1);
  return plainAddress(told?.trim() ?? "") ?? "0.0.0.0";
}

/** An address without the IPv6 wrapping of an IPv4 one, brackets and port; undefined where it is none. */
export function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const plain = bare.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  return isIP(plain) ? plain : undefined;
}
