import { randomBytes } from "node:crypto";
import { Agent } from "node:http";
import type { Socket } from "node:net";
import { observe } from "@gatepost/domain/platform/observations";

/** Why a connection was not made: forbidden by the egress policy, a name without an address, or an unreachable host. */
export type ConnectFailure = "refused" | "unresolved" | "unreachable";

const maxConnectFailures = 1_000;

/** A connection of the browser through the proxy to its target. */
interface Tunnel {
  readonly isSaved: boolean;
  /** Saves both ends with the launcher, for the process that takes this one's place. */
  save(): void;
}

/** Each takes two file descriptors of the launcher, which are for the waits of all. */
const maxSavedTunnels = 20;
/** Tunnels that are opened during a wait are saved this much later, together: a page may open and close hundreds a second. */
const saveAfterMs = 1_000;

export type ProxyCredentials = Pick<ProxySession, "username" | "password">;

const newCredentials = (): ProxyCredentials => ({
  username: randomBytes(8).toString("hex"),
  password: randomBytes(16).toString("hex"),
});

/**
 * One task's session with the egress proxy: its credentials, its connections, and what it was refused. Only its browser
 * context knows the credentials, so that no other process of the machine can use the proxy.
 */
export class ProxySession {
  readonly username: string;
  readonly password: string;
  /** The account for which names are looked up, once the task is known. */
  tenant: unknown = this;
  /** Connections for plain requests without a body. */
  readonly agent = new Agent({ keepAlive: true });
  readonly #sockets = new Set<Socket>();
  readonly #connectFailures = new Map<string, ConnectFailure>();
  readonly #onClose: () => void;
  readonly #tunnels = new Set<Tunnel>();
  #savesTunnels = false;
  /** Whether tunnels will be saved soon. */
  #saving = false;
  #closed = false;

  constructor(onClose: () => void, credentials = newCredentials()) {
    this.username = credentials.username;
    this.password = credentials.password;
    this.#onClose = onClose;
  }

  get authorization(): string {
    return `Basic ${Buffer.from(`${this.username}:${this.password}`).toString("base64")}`;
  }

  /** Records the outcome of the last attempt to reach a host and port. */
  note(host: string, port: number, connectFailure: ConnectFailure | undefined): void {
    const address = `${host}:${port}`;
    if (connectFailure) observe("connectFailure", { reason: connectFailure });
    if (!connectFailure) this.#connectFailures.delete(address);
    else if (this.#connectFailures.size < maxConnectFailures || this.#connectFailures.has(address))
      this.#connectFailures.set(address, connectFailure);
  }

  /** Why the host of this address could not be reached; undefined if it could. */
  connectFailureAt(address: string): ConnectFailure | undefined {
    if (!URL.canParse(address)) return undefined;
    const { protocol, hostname, port } = new URL(address);
    return this.#connectFailures.get(`${hostname}:${port || (/^(?:https|wss):$/.test(protocol) ? 443 : 80)}`);
  }

  /** Closes the connection with the session. A kept-alive one is added with each of its requests. */
  hold(socket: Socket): void {
    if (this.#closed) socket.destroy();
    if (this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  /** Adds a tunnel until its client has closed. */
  addTunnel(tunnel: Tunnel, client: Socket): void {
    this.#tunnels.add(tunnel);
    client.once("close", () => this.#tunnels.delete(tunnel));
    if (!this.#savesTunnels || this.#saving) return;
    this.#saving = true;
    setTimeout(() => {
      this.#saving = false;
      this.#saveTunnels();
    }, saveAfterMs).unref();
  }

  /** Whether tunnels are saved that are open, or are opened. One that was saved stays so until it is closed. */
  set savesTunnels(saves: boolean) {
    this.#savesTunnels = saves;
    this.#saveTunnels();
  }

  #saveTunnels(): void {
    if (!this.#savesTunnels) return;
    const tunnels = [...this.#tunnels];
    const room = maxSavedTunnels - tunnels.filter(({ isSaved }) => isSaved).length;
    for (const tunnel of tunnels.filter(({ isSaved }) => !isSaved).slice(0, Math.max(0, room))) tunnel.save();
  }

  /** Closes every connection and invalidates the credentials. */
  close(): void {
    this.#closed = true;
    this.#onClose();
    this.agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Why a page or a frame was not reached, as errors say it. */
export const connectFailureReasons: Record<ConnectFailure, string> = {
  refused: "the address is on a network that Gatepost blocks",
  unresolved: "the host's name could not be resolved",
  unreachable: "no connection to the host could be made, or it was closed without a response",
};
