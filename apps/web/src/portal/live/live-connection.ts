import { type LiveAnswer, type LiveState, liveEnds, livePath } from "@gatepost/contract/live";
import type { LiveInput } from "@gatepost/contract/live-input";
import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";

/** Which task's page, for somebody who is signed in or has a link. */
export type LiveOpening = { taskId: number } | { link: string };

/**
 * `unreachable`: no browser is open for the task, or no way leads to it; it is tried again. `lost`: the connection was cut, and
 * is made again.
 */
type LiveStatus = "connecting" | "live" | "lost" | "unreachable" | "denied" | "full" | "over";

export interface LiveSnapshot {
  status: LiveStatus;
  since: Date | undefined;
  state: LiveState | undefined;
}

/** Milliseconds until the next try. A proxy that restarts refuses connections for a moment. */
const retryMs = { lost: [100, 250, 500, 1_000], unreachable: [3_000] };

/** A live page's frames and state, over a connection that is made again whenever it is cut. */
export class LiveConnection {
  readonly #opening: LiveOpening;
  /** Whoever takes the page over here still has it when the connection was cut and made again. */
  readonly #client = crypto.getRandomValues(new Uint32Array(4)).join("-");
  readonly #draw: (frame: Blob) => Promise<void>;
  readonly #listeners = new Set<() => void>();
  #snapshot: LiveSnapshot = { status: "connecting", since: undefined, state: undefined };
  #socket: WebSocket | undefined;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** Called with what the worker says to this person alone. */
  onAnswer: (answer: LiveAnswer) => void = () => {};

  constructor(opening: LiveOpening, draw: (frame: Blob) => Promise<void>) {
    this.#opening = opening;
    this.#draw = draw;
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  readonly snapshot = (): LiveSnapshot => this.#snapshot;

  open(): void {
    this.#isClosed = false;
    const socket = new WebSocket(new URL(livePath, location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    socket.binaryType = "blob";
    socket.onopen = () => socket.send(JSON.stringify({ ...this.#opening, client: this.#client }));
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") return this.#receive(JSON.parse(data));
      this.#draw(data)
        .then(untilVisible)
        .finally(() => socket.readyState === WebSocket.OPEN && socket.send('{"type":"ack"}'));
    };
    socket.onclose = ({ code }) => this.#socket === socket && !this.#isClosed && this.#closed(code);
  }

  send(input: LiveInput): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(input));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  #receive(message: LiveState | LiveAnswer): void {
    this.#tries = 0;
    if (message.type === "state") this.#change({ status: "live", since: undefined, state: message });
    else this.onAnswer(message);
  }

  #closed(code: number): void {
    const { status: before, since = new Date(), state } = this.#snapshot;
    if (code === liveEnds.over) this.#change({ status: "over", since, state: undefined });
    else if (code === liveEnds.denied) this.#change({ status: "denied", since, state: undefined });
    else if (code === liveEnds.full || code === liveEnds.unreachable) {
      this.#again(retryMs.unreachable);
      this.#change({ status: code === liveEnds.full ? "full" : "unreachable", since, state: undefined });
    } else {
      this.#again(retryMs.lost);
      // The first connection may have to wait for the worker.
      this.#change({ status: before === "connecting" ? "connecting" : "lost", since, state });
    }
  }

  #again(pauses: readonly number[]): void {
    const pause = pauses[Math.min(this.#tries++, pauses.length - 1)];
    this.#retry = setTimeout(() => this.open(), pause);
  }

  #change(snapshot: LiveSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

/** Resolves once the tab is seen, so that a page which nobody looks at sends no frames. */
function untilVisible(): Promise<void> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", () => resolve(), { once: true }));
}

/** A live page whose frames are drawn on the canvas while the component is there. */
export function useLive(opening: LiveOpening, canvas: RefObject<HTMLCanvasElement | null>) {
  const [connection] = useState(() => new LiveConnection(opening, (frame) => draw(frame, canvas)));
  useEffect(() => {
    connection.open();
    return () => connection.close();
  }, [connection]);
  const snapshot = useSyncExternalStore(connection.subscribe, connection.snapshot, connection.snapshot);
  return { ...snapshot, connection };
}

async function draw(frame: Blob, { current }: RefObject<HTMLCanvasElement | null>): Promise<void> {
  const picture = await createImageBitmap(frame);
  if (!current) return;
  // Only then, because it empties the canvas.
  if (current.width !== picture.width) current.width = picture.width;
  if (current.height !== picture.height) current.height = picture.height;
  current.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
  current.dataset.frames = String(Number(current.dataset.frames ?? 0) + 1);
}
