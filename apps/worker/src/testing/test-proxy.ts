import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { egressPolicy } from "@gatepost/domain/platform/egress";
import { type EgressProxy, startEgressProxy } from "../egress/egress-proxy.ts";
import type { ProxySession } from "../egress/proxy-session.ts";
import type { Resolve } from "../egress/resolve.ts";

/** A proxy whose operator opened exactly what is named, and one task's proxySession through it. */
export function open(allow: string, names: Record<string, string[]> = {}) {
  return openBy(allow, async (name) => {
    const addresses = names[name];
    if (!addresses) throw new Error("no such name");
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  });
}

/** The same with what finds the addresses of names. */
export async function openBy(allow: string, resolve: Resolve) {
  const proxy = await startEgressProxy(egressPolicy(allow), resolve);
  return { proxy, proxySession: proxy.open(), [Symbol.asyncDispose]: () => proxy.close() };
}

export interface Way {
  proxy: EgressProxy;
  proxySession: ProxySession;
  authorization?: string | undefined;
}

export function credentials(way: Way): Record<string, string> {
  const authorization = "authorization" in way ? way.authorization : way.proxySession.authorization;
  return authorization ? { "proxy-authorization": authorization } : {};
}

export async function get(way: Way, address: string, { method = "GET", body = "" } = {}) {
  const host = URL.canParse(address) ? new URL(address).host : "";
  const headers = { host, ...credentials(way), "proxy-connection": "keep-alive" };
  const outgoing = request(way.proxy.url, { path: address, method, headers, agent: false });
  outgoing.end(body);
  const [incoming] = await once(outgoing, "response");
  return { status: incoming.statusCode as number, headers: incoming.headers, body: await text(incoming) };
}

/** The first answer to a CONNECT, to a plain request, or to an upgrade. */
export async function tunnel(
  way: Way,
  target: string,
  method: "CONNECT" | "GET" | "upgrade" = "CONNECT",
): Promise<string> {
  const socket = connect(Number(new URL(way.proxy.url).port), "127.0.0.1");
  const headers = Object.entries(credentials(way)).map(([name, value]) => `${name}: ${value}\r\n`);
  const upgrade = method === "upgrade" ? "Connection: Upgrade\r\nUpgrade: websocket\r\n" : "";
  const line = method === "CONNECT" ? `CONNECT ${target}` : `GET http://${target}/`;
  socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${upgrade}${headers.join("")}\r\n`);
  const [data] = await once(socket, "data");
  socket.destroy();
  return String(data);
}

export async function listen(
  server: { listen(port: number, host: string): unknown; address(): unknown } & NodeJS.EventEmitter,
) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
