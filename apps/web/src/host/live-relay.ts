import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { liveEnds, livePath } from "@gatepost/contract/live";
import { liveInputBytes, liveOpening } from "@gatepost/contract/live-input";
import { isSuspended } from "@gatepost/domain/accounts/account-limits";
import { endSilent } from "@gatepost/domain/live/end-silent";
import {
  type LiveViewer,
  type OpenedLive,
  openLive,
  overMark,
  placeMark,
  readViewers,
} from "@gatepost/domain/live/open-live";
import type { AppContext, Context } from "@gatepost/domain/platform/context";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { openLiveLink } from "@gatepost/domain/waits/answer-links";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { sessionOf } from "../auth/auth.ts";
import { logFault } from "../http/answer.ts";
import { addressHeader, callerAddress } from "../http/caller-address.ts";
import { isForeignHost } from "../http/early-answer.ts";
import { isSameOrigin } from "../http/origin.ts";
import { addressCaller, type RateLimiter } from "../http/rate-limit.ts";
import { accountLimit, pace } from "../live/account-limits.ts";
import type { Watch } from "../live/watch.ts";

type EndCode = (typeof liveEnds)[keyof typeof liveEnds];

/** How long a worker may take to accept a connection, so that a page says soon that no way leads to it. */
const connectMs = 1_500;
/** How long a browser may take to say which task it wants to see. */
const openingMs = 5_000;
/** A browser that answers none of two in a row is gone. */
const pingMs = 10_000;
/** How long a browser may take to answer that its connection ends. */
const closeMs = 2_000;
/** Of one process: each takes two connections, and a frame or two of memory. One that is closing takes no place, however long that takes. */
const maxConnections = 500;
const maxOfAccount = 100;
/** Of one address, of those that have not yet said what they want to see. */
const maxOpening = 20;
/** Bytes of a browser's first message and what surrounds it, while nobody knows yet who sends it. */
const openingBytes = 1_024;
/** Bytes that wait for a browser, or for a worker: a browser gets the next frame once it has drawn the last one, unless it only says so. */
const maxUnsent = 8 * 1024 * 1024;

interface Viewer extends LiveViewer {
  ctx: Context;
  accountId: number;
}

/** Whether a request is for a live page. */
export const isLive = ({ url }: IncomingMessage): boolean => url === livePath;

interface Relayed {
  app: AppContext;
  limiter: RateLimiter;
  viewers: Watch<LiveViewer>;
}

/** Shows live pages to browsers: passes a worker's frames on, and what people do. Keeps nothing of either. */
export function openLiveRelay({ app, limiter, viewers }: Relayed) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: liveInputBytes, perMessageDeflate: false });
  const openings = accountLimit<string>(maxOpening, "Too many live pages are being opened from this address.");
  const accounts = accountLimit(maxOfAccount, `The account has ${maxOfAccount} live pages open.`);
  let stopped = false;
  let places = 0;
  const pinging = endSilent(sockets.clients, pingMs);

  async function serve(browser: WebSocket, socket: Duplex, headers: Headers): Promise<void> {
    browser.on("error", () => {});
    let worker: WebSocket | undefined;
    places += 1;
    try {
      const asked = await firstMessage(browser, socket, headers);
      const viewer = asked && (await viewerOf(asked, headers));
      if (!asked || !viewer) return end(browser, liveEnds.denied);
      using _ = accounts.open(viewer.accountId);
      const live = await openLive({ ctx: viewer.ctx, input: { taskId: viewer.taskId, client: asked.client } });
      worker = connect(browser, live, () => void moved(browser, viewer));
      const code = await untilOver(browser, live, viewer);
      // Otherwise the worker keeps the page for who may come back.
      if (code === liveEnds.denied) worker.close(code);
      if (code) end(browser, code);
    } catch (error) {
      end(browser, endOf(error));
    } finally {
      places -= 1;
      // At once, whatever the browser does with its own connection.
      worker?.close();
    }
  }

  /** Which task the browser wants to see; undefined if it does not say. */
  async function firstMessage(browser: WebSocket, socket: Duplex, headers: Headers) {
    using _ = openings.open(addressCaller(callerAddress(headers)));
    const opening = await nextMessage(browser, socket);
    return opening === undefined ? undefined : liveOpening.safeParse(JSON.parse(opening)).data;
  }

  /** The person, and the task whose page they want to see; undefined if they may not. */
  async function viewerOf(asked: { taskId: number } | { link: string }, headers: Headers): Promise<Viewer | undefined> {
    if ("link" in asked) {
      const opened = await openLiveLink({ app, token: asked.link });
      if (!opened) return undefined;
      const { actor } = opened;
      const { accountId, taskId, linkId } = actor;
      return { ctx: { ...app, actor }, accountId, taskId, linkId, sessionId: null };
    }
    const session = await sessionOf(headers);
    if (!session || (await isSuspended(app, session.actor.accountId))) return undefined;
    const { actor, sessionId } = session;
    const { accountId } = actor;
    return { ctx: { ...app, actor }, accountId, taskId: asked.taskId, linkId: null, sessionId };
  }

  /** The worker has the task no more. Asked now whether it is over, because a link ends with its task and cannot be opened again. */
  async function moved(browser: WebSocket, viewer: Viewer): Promise<void> {
    const ctx = { ...app, actor: { kind: "system" } } as const;
    const marks = await readViewers({ ctx, input: { viewers: [viewer] } }).catch(() => undefined);
    end(browser, marks?.get(viewer) === overMark ? liveEnds.over : liveEnds.moved);
  }

  /**
   * Resolves within a second of a sign-out or a revocation, wherever that happened, and when the task moves on, with how the
   * connection must end; with nothing if it has ended.
   */
  async function untilOver(browser: WebSocket, { workerId }: OpenedLive, viewer: Viewer): Promise<EndCode | undefined> {
    const closed = new AbortController();
    browser.once("close", () => closed.abort());
    if (browser.readyState !== WebSocket.OPEN) return undefined;
    for await (const mark of viewers.changes(viewer, closed.signal, placeMark(workerId))) {
      if (mark === null) return liveEnds.denied;
      return mark === overMark ? liveEnds.over : liveEnds.moved;
    }
    return undefined;
  }

  return {
    /** Takes over a request for a live page. Only a page of this site may ask. */
    async accept(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): Promise<void> {
      socket.on("error", () => {});
      request.headers[addressHeader] = address;
      const headers = headersOf(request);
      if (isForeignHost(request) || !isSameOrigin(headers)) return refuse(socket, "403 Forbidden");
      const isOverLimit = (await limiter.take(addressCaller(address))) > 0;
      // Only now, because meanwhile others may have come, or the request to stop.
      if (isOverLimit || stopped || places >= maxConnections) return refuse(socket, "503 Service Unavailable");
      sockets.handleUpgrade(request, socket, head, (browser) => void serve(browser, socket, headers));
    },
    /** Ends all; browsers connect again, to another process. */
    stop(): void {
      stopped = true;
      clearInterval(pinging);
      for (const browser of sockets.clients) end(browser, 1012);
    },
  };
}

/** Connects to the worker, and passes on what either side sends. Of somebody who may only watch, that is that they do. */
function connect(browser: WebSocket, { address, ticket, right }: OpenedLive, moved: () => void): WebSocket {
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
  worker.on("message", (data, isBinary) => {
    if (browser.bufferedAmount > maxUnsent) browser.terminate();
    else browser.send(data, { binary: isBinary });
  });
  worker.on("close", (code) => {
    const passedOn = Object.values(liveEnds).find((end) => end === code) ?? liveEnds.moved;
    const how = isOpen ? passedOn : liveEnds.unreachable;
    if (how === liveEnds.moved) moved();
    else end(browser, how);
  });
  const count = pace(browser, () => worker.bufferedAmount > maxUnsent);
  browser.on("message", (data, isBinary) => {
    const text = textOf(data);
    count(text.length);
    // A browser may go on sending until it answers that the connection ends.
    if (browser.readyState !== WebSocket.OPEN) return;
    if (isBinary || (right === "view" && text !== '{"type":"ack"}')) return end(browser, liveEnds.denied);
    if (worker.readyState === WebSocket.OPEN) worker.send(text);
  });
  browser.on("close", () => worker.close());
  return worker;
}

/** Ends a connection, whether or not the browser answers that. */
function end(browser: WebSocket, code: number): void {
  browser.close(code);
  setTimeout(() => browser.terminate(), closeMs).unref();
}

function endOf(error: unknown): EndCode {
  if (!isDomainError(error)) {
    if (!(error instanceof SyntaxError)) logFault("live page", error);
    return error instanceof SyntaxError ? liveEnds.denied : liveEnds.moved;
  }
  if (error.code === "ERROR_TASK_FINISHED") return liveEnds.over;
  if (error.code === "ERROR_TOO_MANY_REQUESTS") return liveEnds.full;
  return error.code === "ERROR_SERVICE_UNAVAILABLE" ? liveEnds.unreachable : liveEnds.denied;
}

/** The first message; undefined if none comes in time. A longer one is cut off before it is in memory. */
function nextMessage(browser: WebSocket, socket: Duplex): Promise<string | undefined> {
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > openingBytes) socket.destroy();
    };
    const done = (text: string | undefined) => {
      clearTimeout(late);
      socket.off("data", count);
      resolve(text);
    };
    const late = setTimeout(() => done(undefined), openingMs);
    socket.on("data", count);
    browser.once("message", (data) => done(textOf(data)));
    browser.once("close", () => done(undefined));
  });
}

const textOf = (data: RawData): string => String(Array.isArray(data) ? Buffer.concat(data) : data);

function headersOf({ headers }: IncomingMessage): Headers {
  const texts = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new Headers(texts);
}

function refuse(socket: Duplex, status: string): void {
  // A client that does not close its side would keep it, also from a process that stops.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
