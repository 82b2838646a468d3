import { plainAddress } from "@gatepost/domain/ip-address";

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
  const forwarded = place[fronted] ? header(addressHeader) : header("x-forwarded-for")?.split(",").at(-1);
  return addressOfPeer(forwarded?.trim() ?? "") ?? "0.0.0.0";
}

/** The address in what names a connection's other end, perhaps with brackets and a port; undefined where there is none. */
export function addressOfPeer(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  return plainAddress(bare);
}
