import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { liveEnds, livePath } from "@gatepost/contract/live";
import { liveInputBytes, liveOpening } from "@gatepost/contract/live-input";
import { isSuspended } from "@gatepost/domain/accounts/account-limits";
import { checkLive, type OpenedLive, openLive } from "@gatepost/domain/live/open-live";
import type { AppContext, Context } from "@gatepost/domain/platform/context";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { isUnavailable } from "@gatepost/domain/platform/unavailable";
import { openLiveLink } from "@gatepost/domain/waits/answer-links";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { logFault } from "../http/answer.ts";
import { sessionOf } from "../http/auth.ts";
import { addressHeader } from "../http/caller-address.ts";
import { isForeignHost } from "../http/early-answer.ts";
import { isSameOrigin } from "../http/origin.ts";
import { addressCaller, type RateLimiter } from "../http/rate-limit.ts";

type EndCode = (typeof liveEnds)[keyof typeof liveEnds];

/** How long a worker may take to accept a connection, so that a page says soon that no way leads to it. */
const connectMs = 1_500;
/** How long a browser may take to say which task it wants to see. */
const openingMs = 5_000;
/** How often it is looked whether somebody may still see what they see. */
const checkMs = 500;
const pingMs = 10_000;
/** Of one process: each takes two connections, and a frame or two of memory. */
const maxConnections = 500;

interface Viewer {
  ctx: Context;
  taskId: number;
}

/** Shows live pages to browsers: passes a worker's frames on, and what people do. Keeps nothing of either. */
export class LiveRelay {
  readonly #app: AppContext;
  readonly #limiter: RateLimiter;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: liveInputBytes, perMessageDeflate: false });
  #stopped = false;

  constructor({ app, limiter }: { app: AppContext; limiter: RateLimiter }) {
    this.#app = app;
    this.#limiter = limiter;
  }

  static isAsked({ url }: IncomingMessage): boolean {
    return url === livePath;
  }

  /** Takes over a request for a live page. Only a page of this site may ask. */
  async accept(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): Promise<void> {
    socket.on("error", () => {});
    request.headers[addressHeader] = address;
    const headers = headersOf(request);
    const isFull = this.#stopped || this.#sockets.clients.size >= maxConnections;
    if (isForeignHost(request) || !isSameOrigin(headers)) return refuse(socket, "403 Forbidden");
    if (isFull || (await this.#limiter.take(addressCaller(address))) > 0)
      return refuse(socket, "503 Service Unavailable");
    this.#sockets.handleUpgrade(request, socket, head, (browser) => void this.#serve(browser, headers));
  }

  /** Ends all; browsers connect again, to another process. */
  stop(): void {
    this.#stopped = true;
    for (const browser of this.#sockets.clients) browser.close(1012);
  }

  async #serve(browser: WebSocket, headers: Headers): Promise<void> {
    browser.on("error", () => {});
    try {
      const opening = await nextMessage(browser);
      const asked = opening === undefined ? undefined : liveOpening.safeParse(JSON.parse(opening)).data;
      const viewer = asked && (await this.#viewerOf(asked, headers));
      if (!asked || !viewer) return browser.close(liveEnds.denied);
      const live = await openLive({ ctx: viewer.ctx, input: { taskId: viewer.taskId, client: asked.client } });
      connect(browser, live);
      await this.#watch(browser, live, () => this.#viewerOf(asked, headers));
    } catch (error) {
      browser.close(endOf(error));
    }
  }

  /** The person, and the task whose page they want to see; undefined if they may not. */
  async #viewerOf(asked: { taskId: number } | { link: string }, headers: Headers): Promise<Viewer | undefined> {
    if ("link" in asked) {
      const opened = await openLiveLink({ app: this.#app, token: asked.link });
      return opened ? { ctx: { ...this.#app, actor: opened.actor }, taskId: opened.actor.taskId } : undefined;
    }
    const session = await sessionOf(headers);
    if (!session || (await isSuspended(this.#app, session.actor.accountId))) return undefined;
    return { ctx: { ...this.#app, actor: session.actor }, taskId: asked.taskId };
  }

  /** Ends the connection within a second of a sign-out or a revocation, wherever that happened, and when the task moves on. */
  async #watch(browser: WebSocket, live: OpenedLive, viewerOf: () => Promise<Viewer | undefined>): Promise<void> {
    for (let checks = 0; browser.readyState === WebSocket.OPEN; checks++) {
      await sleep(checkMs);
      if (checks % (pingMs / checkMs) === 0) browser.ping();
      const end = await endNow(live, viewerOf).catch((error) => {
        if (!isUnavailable(error)) throw error;
        // Nobody can have revoked anything while the database is unavailable.
        return undefined;
      });
      if (end) return browser.close(end);
    }
  }
}

/** Why a connection must end now; undefined if it may go on. */
async function endNow(
  { workerId }: OpenedLive,
  viewerOf: () => Promise<Viewer | undefined>,
): Promise<EndCode | undefined> {
  const viewer = await viewerOf();
  if (!viewer) return liveEnds.denied;
  const where = await checkLive({ ctx: viewer.ctx, input: { taskId: viewer.taskId, workerId } });
  return where === "here" ? undefined : where === "over" ? liveEnds.over : liveEnds.moved;
}

/** Connects to the worker, and passes on what either side sends. Of somebody who may only watch, that is that they do. */
function connect(browser: WebSocket, { address, ticket, right }: OpenedLive): void {
  const worker = new WebSocket(`ws://${address}/`, {
    headers: { authorization: `Bearer ${ticket}` },
    handshakeTimeout: connectMs,
    maxPayload: 32 * 1024 * 1024,
    perMessageDeflate: false,
  });
  let isOpen = false;
  worker.on("open", () => {
    isOpen = true;
  });
  worker.on("error", () => {});
  worker.on("message", (data, isBinary) => browser.send(data, { binary: isBinary }));
  worker.on("close", (code) => browser.close(isOpen ? passedOn(code) : liveEnds.unreachable));
  browser.on("message", (data, isBinary) => {
    if (isBinary || (right === "view" && textOf(data) !== '{"type":"ack"}')) return browser.close(liveEnds.denied);
    if (worker.readyState === WebSocket.OPEN) worker.send(textOf(data));
  });
  browser.on("close", () => worker.close());
}

function passedOn(code: number): EndCode {
  return Object.values(liveEnds).find((end) => end === code) ?? liveEnds.moved;
}

function endOf(error: unknown): EndCode {
  if (!isDomainError(error)) {
    if (!(error instanceof SyntaxError)) logFault("live page", error);
    return error instanceof SyntaxError ? liveEnds.denied : liveEnds.moved;
  }
  if (error.code === "ERROR_TASK_FINISHED") return liveEnds.over;
  return error.code === "ERROR_SERVICE_UNAVAILABLE" ? liveEnds.unreachable : liveEnds.denied;
}

/** The first message; undefined if none comes in time. */
function nextMessage(browser: WebSocket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), openingMs);
    const done = (text: string | undefined) => {
      clearTimeout(late);
      resolve(text);
    };
    browser.once("message", (data) => done(textOf(data)));
    browser.once("close", () => done(undefined));
  });
}

function textOf(data: RawData): string {
  return String(Array.isArray(data) ? Buffer.concat(data) : data);
}

function headersOf({ headers }: IncomingMessage): Headers {
  const texts = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new Headers(texts);
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
