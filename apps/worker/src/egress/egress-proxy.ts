import { randomUUID } from "node:crypto";
import type { LookupAddress } from "node:dns";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { type AddressInfo, connect, isIP, type Socket } from "node:net";
import type { EgressPolicy } from "@gatepost/domain/platform/egress";
import { type Launcher, listen, socketOf } from "../launcher.ts";
import { authority, bare, credentialsUrl, endToEnd, type Target, targetUrl } from "./proxy-requests.ts";
import { type ConnectFailure, type ProxyCredentials, ProxySession } from "./proxy-session.ts";
import { only, openResolver, type Resolve } from "./resolve.ts";

const connectMs = 30_000;
/** The limit that Chromium itself has. */
const headerBytes = 256 * 1024;
/** Of the names under which the two ends of a tunnel are saved. */
const [clientPrefix, upstreamPrefix] = ["tunnel/client/", "tunnel/upstream/"];

export type EgressProxy = Awaited<ReturnType<typeof startEgressProxy>>;

/**
 * The browser's only connection to the network: an HTTP proxy on the loopback for absolute requests, CONNECT and upgrades. It
 * resolves every name itself, checks each address against the egress policy, and connects only to allowed addresses; a name is
 * never resolved a second time between check and connection. proxy-chain was tried (docs/decisions/2026-11-22-libraries.md).
 * `launcher`: keeps its port open for the next process if this one dies; `left`: the credentials of the sessions that the
 * process before this one has left, whose pages may connect before their tasks go on.
 */
export async function startEgressProxy(
  policy: EgressPolicy,
  resolve: Resolve = openResolver(),
  { launcher, left = [] }: { launcher?: Launcher | undefined; left?: readonly ProxyCredentials[] } = {},
) {
  const proxySessions = new Map<string, ProxySession>();
  /** Opens a proxy session for one task; with the credentials that the task's browser has already. */
  function openSession(credentials?: ProxyCredentials): ProxySession {
    const close = () => proxySessions.delete(proxySession.authorization);
    const proxySession: ProxySession = new ProxySession(close, credentials);
    const known = proxySessions.get(proxySession.authorization);
    if (known) return known;
    proxySessions.set(proxySession.authorization, proxySession);
    return proxySession;
  }
  for (const credentials of left) openSession(credentials);
  const proxySessionOf = (request: IncomingMessage) => proxySessions.get(request.headers["proxy-authorization"] ?? "");

  /** The allowed addresses of the target, or why there are none. */
  async function reach({ host, port }: Target, proxySession: ProxySession): Promise<LookupAddress[] | ConnectFailure> {
    const name = bare(host);
    const family = isIP(name);
    const found = family ? [{ address: name, family }] : await resolve(name, proxySession.tenant).catch(() => []);
    // An address with a zone (fe80::1%eth0) is checked without it.
    const allowed = found.filter(({ address }) => policy.allows({ address: address.split("%")[0] ?? "", port, host }));
    if (allowed.length > 0) return allowed;
    const connectFailure = found.length > 0 ? "refused" : "unresolved";
    proxySession.note(host, port, connectFailure);
    return connectFailure;
  }

  async function dial(target: Target, proxySession: ProxySession): Promise<Socket | ConnectFailure> {
    const addresses = await reach(target, proxySession);
    if (typeof addresses === "string") return addresses;
    const { promise, resolve: settle } = Promise.withResolvers<Socket | ConnectFailure>();
    const socket = connect({
      host: bare(target.host),
      port: target.port,
      lookup: only(addresses),
      autoSelectFamily: true,
      allowHalfOpen: true,
      noDelay: true,
    });
    proxySession.hold(socket);
    const timer = setTimeout(() => socket.destroy(), connectMs);
    let connected = false;
    socket.once("connect", () => {
      connected = true;
      clearTimeout(timer);
      proxySession.note(target.host, target.port, undefined);
      settle(socket);
    });
    socket.on("error", () => {});
    socket.once("close", () => {
      clearTimeout(timer);
      if (!connected) proxySession.note(target.host, target.port, "unreachable");
      settle("unreachable");
    });
    return promise;
  }

  /** Connects the browser with the target; `greet` sends the first bytes to either side. */
  async function tunnel(
    request: IncomingMessage,
    client: Socket,
    target: Target | undefined,
    greet: (upstream: Socket) => void,
  ): Promise<void> {
    client.on("error", () => {});
    const proxySession = proxySessionOf(request);
    if (!proxySession) return deny(client, 407);
    if (!target) return deny(client, 400);
    const upstream = await dial(target, proxySession);
    if (typeof upstream === "string") return deny(client, statusOf(upstream));
    if (client.destroyed) return void upstream.destroy();
    client.setNoDelay();
    greet(upstream);
    join(proxySession, client, upstream);
  }

  /** Passes on what either end of a tunnel sends. `savedAs`: its id, if the process before this one has saved it. */
  function join(proxySession: ProxySession, client: Socket, upstream: Socket, savedAs?: string): void {
    const id = savedAs ?? randomUUID();
    const tunnel = {
      isSaved: savedAs !== undefined,
      save() {
        tunnel.isSaved = true;
        void launcher?.save(clientPrefix + id, proxySession.username, client);
        void launcher?.save(upstreamPrefix + id, {}, upstream);
      },
    };
    for (const [end, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      proxySession.hold(end);
      end.on("error", () => {});
      end.once("close", () => other.destroy());
      end.pipe(other);
    }
    client.once("close", () => tunnel.isSaved && forgetTunnel(id));
    proxySession.addTunnel(tunnel, client);
  }

  /** Until the launcher closes its ends, the other sides do not learn that a tunnel is closed. */
  function forgetTunnel(id: string): void {
    void launcher?.forget(clientPrefix + id);
    void launcher?.forget(upstreamPrefix + id);
  }

  /** Goes on with the tunnels of the sessions that the process before this one has left, and closes others. */
  function joinLeft(): void {
    for (const [id, { value, handle }] of launcher?.savedBelow(clientPrefix) ?? []) {
      const other = launcher?.saved.get(upstreamPrefix + id)?.handle;
      const proxySession = [...proxySessions.values()].find(({ username }) => username === value);
      const ends = [handle, other].flatMap((one) => (one ? socketOf(one, { allowHalfOpen: true }) : []));
      const [client, upstream] = ends;
      if (proxySession && client && upstream) join(proxySession, client, upstream, id);
      else {
        for (const end of ends) end.destroy();
        forgetTunnel(id);
      }
    }
  }

  /** Forwards a plain request and its response unchanged. */
  async function forward(request: IncomingMessage, response: ServerResponse, alone = false): Promise<void> {
    const proxySession = proxySessionOf(request);
    if (!proxySession) return answer(response, 407);
    const url = targetUrl(request.url);
    if (!url) return answer(response, 400);
    if (url.href === credentialsUrl) return void response.writeHead(204, { connection: "close" }).end();
    const target = { host: url.hostname, port: Number(url.port) || 80 };
    const addresses = await reach(target, proxySession);
    if (typeof addresses === "string") return answer(response, statusOf(addresses));
    if (response.destroyed) return;

    const hasBody = request.headers["content-length"] !== undefined || "transfer-encoding" in request.headers;
    const upstream = send({
      host: bare(target.host),
      port: target.port,
      method: request.method ?? "GET",
      path: url.pathname + url.search,
      headers: endToEnd(request.rawHeaders),
      lookup: only(addresses),
      // A reused connection may be closing. A request with a body never uses one, so that it cannot be sent twice; one
      // without is retried once.
      agent: hasBody || alone ? false : proxySession.agent,
      maxHeaderSize: headerBytes,
      // Chromium is as lenient, and a site's response concerns its own task only.
      insecureHTTPParser: true,
    });
    response.once("close", () => upstream.destroy());
    upstream.once("socket", (socket) => proxySession.hold(socket));
    upstream.once("response", (incoming) => {
      proxySession.note(target.host, target.port, undefined);
      response.sendDate = false;
      try {
        // The browser would take a site's 407 for one of this proxy.
        const status = incoming.statusCode === 407 ? 502 : incoming.statusCode;
        response.writeHead(status ?? 502, endToEnd(incoming.rawHeaders));
      } catch {
        // The status or a header that the lenient parser took cannot be sent on.
        upstream.destroy();
        return answer(response, 502);
      }
      incoming.pipe(response);
      incoming.once("error", () => response.destroy());
      incoming.once("aborted", () => response.destroy());
    });
    // None was requested. Without this, Node closes the connection and reports nothing.
    upstream.once("upgrade", (_, socket) => {
      socket.destroy();
      answer(response, 502);
    });
    upstream.once("error", () => {
      if (response.headersSent || response.destroyed) return response.destroy();
      if (upstream.reusedSocket) return forward(request, response, true);
      proxySession.note(target.host, target.port, "unreachable");
      answer(response, 502);
    });
    if (hasBody) request.pipe(upstream);
    else upstream.end();
  }

  const server = createServer({ maxHeaderSize: headerBytes, requestTimeout: 0, keepAliveTimeout: 0 });
  server.on("request", (request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  server.on("connect", (request: IncomingMessage, client: Socket, head: Buffer) => {
    void tunnel(request, client, authority(request.url), (upstream) => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
    });
  });
  server.on("upgrade", (request: IncomingMessage, client: Socket, head: Buffer) => {
    const url = targetUrl(request.url);
    const target = url && { host: url.hostname, port: Number(url.port) || 80 };
    void tunnel(request, client, target, (upstream) => {
      const headers = endToEnd(request.rawHeaders, { upgrade: true });
      const lines = headers.map((part, n) => (n % 2 === 0 ? `${part}: ` : `${part}\r\n`));
      upstream.write(`${request.method} ${url?.pathname}${url?.search} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
      upstream.write(head);
    });
  });
  joinLeft();
  await listen(server, { port: 0, host: "127.0.0.1", launcher, name: "egress" });

  return {
    /** The proxy's address for the browser. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: openSession,
    async close() {
      for (const proxySession of proxySessions.values()) proxySession.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const reasons = { 400: "Bad Request", 403: "Forbidden", 407: "Proxy Authentication Required", 502: "Bad Gateway" };
type Status = keyof typeof reasons;

/** The status of a target that is not reached. */
function statusOf(connectFailure: ConnectFailure): Status {
  return connectFailure === "refused" ? 403 : 502;
}

const challenge = 'Basic realm="Gatepost"';

/** Responds to a plain request that is not forwarded. */
function answer(response: ServerResponse, status: Status): void {
  const body = `Gatepost: ${reasons[status]}.\n`;
  const headers = { "content-type": "text/plain", "content-length": Buffer.byteLength(body), connection: "close" };
  response.writeHead(status, status === 407 ? { ...headers, "proxy-authenticate": challenge } : headers).end(body);
}

/** Responds to a CONNECT or an upgrade that is not tunnelled, and closes the connection. */
function deny(client: Socket, status: Status): void {
  const authenticate = status === 407 ? `Proxy-Authenticate: ${challenge}\r\n` : "";
  client.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${authenticate}Content-Length: 0\r\nConnection: close\r\n\r\n`);
}
