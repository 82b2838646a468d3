import { randomBytes } from "node:crypto";
import { Agent } from "node:http";
import type { Socket } from "node:net";

/** Why a connection was not made: forbidden by the egress policy, a name without address, or nobody there. */
export type Obstacle = "refused" | "unresolved" | "unreachable";

const mostObstacles = 1_000;

/**
 * One task's way through the egress proxy: its credentials, its connections, and what it was refused. The credentials
 * are known to its browser context alone, so that no other process of the machine can use the proxy.
 */
export class Passage {
  readonly username = randomBytes(8).toString("hex");
  readonly password = randomBytes(16).toString("hex");
  /** For whom names are looked up: the account of its task, once that is known. */
  asker: unknown = this;
  /** Connections for plain requests without a body. */
  readonly agent = new Agent({ keepAlive: true });
  readonly #sockets = new Set<Socket>();
  readonly #obstacles = new Map<string, Obstacle>();
  readonly #onClose: () => void;
  #closed = false;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  get authorization(): string {
    return `Basic ${Buffer.from(`${this.username}:${this.password}`).toString("base64")}`;
  }

  /** What came of the last attempt to reach a host and port. */
  note(host: string, port: number, obstacle: Obstacle | undefined): void {
    const place = `${host}:${port}`;
    if (!obstacle) this.#obstacles.delete(place);
    else if (this.#obstacles.size < mostObstacles || this.#obstacles.has(place)) this.#obstacles.set(place, obstacle);
  }

  /** Why the host of this address could not be reached, if it could not. */
  obstacleAt(address: string): Obstacle | undefined {
    if (!URL.canParse(address)) return undefined;
    const { protocol, hostname, port } = new URL(address);
    return this.#obstacles.get(`${hostname}:${port || (/^(?:https|wss):$/.test(protocol) ? 443 : 80)}`);
  }

  /** Ends the connection with the passage. A kept one comes by with each of its requests. */
  hold(socket: Socket): void {
    if (this.#closed) socket.destroy();
    if (this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  /** Cuts every connection; the credentials are void from now on. */
  close(): void {
    this.#closed = true;
    this.#onClose();
    this.agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }
}
