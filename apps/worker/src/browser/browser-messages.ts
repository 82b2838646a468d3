import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { pipeline, Transform, type TransformCallback } from "node:stream";

/** The events of one task's pages, frames and workers. */
interface Source {
  readonly budget: EventBudget;
  readonly flooded: AbortController;
  readonly sessions: Set<string>;
}

/** Counts the events of a browser by the task that they belong to. */
export class EventFloods {
  readonly #byContext = new Map<string, Source>();
  /** By the ids of DevTools sessions: each page, frame of another site and worker has its own. */
  readonly #bySession = new Map<string, Source>();

  /** Aborted when the pages of a browser context have flooded the worker with events; later ones are dropped. */
  watch(context: string): AbortSignal {
    return this.#of(context).flooded.signal;
  }

  /** Call it when the context is closed. */
  forget(context: string): void {
    for (const session of this.#byContext.get(context)?.sessions ?? []) this.#bySession.delete(session);
    this.#byContext.delete(context);
  }

  attached(session: string, context: string): void {
    const source = this.#of(context);
    source.sessions.add(session);
    this.#bySession.set(session, source);
  }

  /** Whether an event may be passed on. `session`: undefined where it is the browser's own. */
  mayPass(session: string | undefined, cost: Cost): boolean {
    const source = session === undefined ? undefined : this.#bySession.get(session);
    if (source?.flooded.signal.aborted) return false;
    if (source?.budget.spend(cost, performance.now()) === false) {
      source.flooded.abort();
      return false;
    }
    return true;
  }

  #of(context: string): Source {
    const known = this.#byContext.get(context);
    if (known) return known;
    const source = {
      budget: new EventBudget(performance.now()),
      flooded: new AbortController(),
      sessions: new Set<string>(),
    };
    this.#byContext.set(context, source);
    return source;
  }
}

/** Events that nobody uses. */
const frameEvent = /^\{"method":"Network\.webSocketFrame/;
/** Those that Playwright keeps: the latest 200 of each page. */
const logEvent = /^\{"method":"(Runtime\.consoleAPICalled|Runtime\.exceptionThrown|Log\.entryAdded)"/;
const logBytes = 16 * 2 ** 10;
/** For example of a form that sends 3 MB: the event has them twice. */
const eventBytes = 8 * 2 ** 20;
/** Screenshots and PDFs. Node cannot make a string of more than 512 MB. */
const answerBytes = 256 * 2 ** 20;
/** What a script in a page returned: a text of 4 million characters that a task keeps, or the storage of an origin. */
const returnedBytes = 16 * 2 ** 20;
const returned = /^\{"id":\d+,"result":\{"result":/;
/** How much of its cost an event has that is dropped in any case: it is only read from the pipe. */
const droppedPart = 1 / 8;
/** Each of these counts as several, because pages have few of them, and can cause thousands in a second. */
const logWeight = 3;
/** As much as is read of both ends of a message. */
const endBytes = 80;

/**
 * Stands between the browser's DevTools pipe and Playwright, which would make a string and objects of all that pages cause
 * the browser to report: one console.log of 92 million control characters is a string too long for Node, which ended the
 * worker. Drops events that are unused or too large, and those of tasks whose pages flood the worker. An answer that is too large
 * becomes an error. Messages end with a zero byte.
 */
export class BrowserMessages extends Transform {
  readonly floods = new EventFloods();
  #message = new Message();

  constructor() {
    // Otherwise each full piece would stop the pipe for a turn of the event loop.
    super({ writableHighWaterMark: 2 ** 20 });
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(0, at);
      if (end < 0) {
        this.#message.add(chunk.subarray(at));
        break;
      }
      this.#message.add(chunk.subarray(at, end));
      this.#pass(this.#message);
      this.#message = new Message();
      at = end + 1;
    }
    done();
  }

  #pass(message: Message): void {
    const { pieces, session, isEvent } = message;
    if (isEvent && !(this.floods.mayPass(session, message.cost) && pieces)) return;
    if (message.head.startsWith('{"method":"Target.attachedToTarget"')) this.#attached(pieces ?? []);
    for (const piece of pieces ?? [message.tooLarge()]) this.push(piece);
    this.push(separator);
  }

  #attached(pieces: Buffer[]): void {
    const { params } = JSON.parse(Buffer.concat(pieces).toString());
    const context: string | undefined = params.targetInfo.browserContextId;
    if (context) this.floods.attached(params.sessionId, context);
  }
}

const separator = Buffer.alloc(1);

class Message {
  bytes = 0;
  /** The first and last characters. */
  head = "";
  #tail = "";
  /** Undefined if it is not to be passed on. */
  pieces: Buffer[] | undefined = [];

  add(piece: Buffer): void {
    if (this.head.length < endBytes) this.head += piece.toString("latin1", 0, endBytes - this.head.length);
    const last = piece.toString("latin1", Math.max(0, piece.length - endBytes));
    this.#tail = last.length < endBytes ? (this.#tail + last).slice(-endBytes) : last;
    this.bytes += piece.length;
    if (this.bytes > this.#maxBytes) this.pieces = undefined;
    this.pieces?.push(piece);
  }

  get isEvent(): boolean {
    return this.head.startsWith('{"method":');
  }

  /** Of a page, frame or worker. What a page says cannot look like this, because its quotation marks are escaped. */
  get session(): string | undefined {
    return /,"sessionId":"(\w+)"\}$/.exec(this.#tail)?.[1];
  }

  get cost(): Cost {
    const part = this.pieces ? 1 : droppedPart;
    const weight = logEvent.test(this.head) ? logWeight : 1;
    return { events: part * weight, bytes: part * this.bytes };
  }

  get #maxBytes(): number {
    if (!this.isEvent) return returned.test(this.head) ? returnedBytes : answerBytes;
    if (frameEvent.test(this.head)) return 0;
    return this.bytes > logBytes && logEvent.test(this.head) ? logBytes : eventBytes;
  }

  /** What takes the place of an answer that is too large: Chromium's own words, so that a script in a page returns undefined. */
  tooLarge(): Buffer {
    const id = Number(/^\{"id":(\d+)/.exec(this.head)?.[1]);
    const error = { code: -32_000, message: "Object couldn't be returned by value" };
    return Buffer.from(JSON.stringify({ id, error, sessionId: this.session }));
  }
}

/**
 * What the events of one task may cost the worker: a burst, and then so much per second. A page that loads 3,000 files and
 * logs as many lines causes 21,500 events of 15 MB, which count as 27,500.
 */
const burst = { events: 60_000, bytes: 64 * 2 ** 20 };
/** Playwright takes up to 30 µs per event, and keeps the latest 10,000 requests with what they sent. */
const perSecond = { events: 2_000, bytes: 256 * 2 ** 10 };

/** How many ordinary events an event is worth. */
interface Cost {
  events: number;
  bytes: number;
}

class EventBudget {
  #events = burst.events;
  #bytes = burst.bytes;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Takes an event's cost from it. False if it is overspent. `now`: in milliseconds, from any beginning. */
  spend({ events, bytes }: Cost, now: number): boolean {
    const seconds = (now - this.#at) / 1_000;
    this.#at = now;
    this.#events = Math.min(burst.events, this.#events + seconds * perSecond.events) - events;
    this.#bytes = Math.min(burst.bytes, this.#bytes + seconds * perSecond.bytes) - bytes;
    return this.#events >= 0 && this.#bytes >= 0;
  }
}

/** Where Chromium writes its DevTools messages. */
const pipeOut = 4;

/**
 * Has what `start` reads from the DevTools pipe of the browser that it starts go through `guard`. The browser is the process
 * that has `argument` among its arguments. Playwright has no option for this; Node announces each process that is made.
 * Rejects if Playwright does not read from the guard, as another version might.
 */
export async function guardPipe<T extends { close(): Promise<void> }>(
  guard: Transform,
  argument: string,
  start: () => Promise<T>,
): Promise<T> {
  const announced = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    // It is announced before it has pipes. These are made before any microtask, and Playwright takes them after several.
    queueMicrotask(() => {
      const pipe = child.stdio?.[pipeOut];
      if (!pipe || !("read" in pipe) || !child.spawnargs.includes(argument)) return;
      const guarded = pipeline(pipe, guard, () => {});
      Object.assign(child.stdio, { [pipeOut]: guarded });
    });
  };
  subscribe("child_process", announced);
  try {
    const started = await start();
    if (guard.readableFlowing) return started;
    await started.close();
    throw new Error("Playwright does not read the browser's messages from the guard.");
  } finally {
    unsubscribe("child_process", announced);
  }
}
