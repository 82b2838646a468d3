import { Transform, type TransformCallback } from "node:stream";
import type { AnnouncedWindow, UnaskedWindows } from "./unasked-windows.ts";

/** The events of one task's pages, frames and workers. */
interface Source {
  readonly budget: EventBudget;
  readonly flooded: AbortController;
  /** Told of the windows that the pages ask for. */
  unasked: UnaskedWindows | undefined;
}

/** Counts the events of a browser by the task that they belong to. */
class EventFloods {
  readonly #byContext = new Map<string, Source>();
  /** By the ids of DevTools sessions: each page, frame of another site and worker has its own. */
  readonly #bySession = new Map<string, Source>();

  /** Aborted when the pages of a browser context have flooded the worker with events; later ones are dropped. */
  watch(context: string, unasked?: UnaskedWindows): AbortSignal {
    const source = this.#of(context);
    source.unasked = unasked;
    return source.flooded.signal;
  }

  /** Call it when the context is closed. */
  forget(context: string): void {
    const source = this.#byContext.get(context);
    for (const [session, of] of this.#bySession) if (of === source) this.#bySession.delete(session);
    this.#byContext.delete(context);
  }

  attached(session: string, context: string): void {
    this.#bySession.set(session, this.#of(context));
  }

  /** A page may begin and end workers for as long as it waits. */
  detached(session: string): void {
    this.#bySession.delete(session);
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

  asksForWindow(session: string | undefined, announced: AnnouncedWindow): void {
    if (session !== undefined) this.#bySession.get(session)?.unasked?.announce(announced);
  }

  #of(context: string): Source {
    const known = this.#byContext.get(context);
    if (known) return known;
    const source: Source = {
      budget: new EventBudget(performance.now()),
      flooded: new AbortController(),
      unasked: undefined,
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
/** Those that Playwright answers, after calls to us and back. */
const answeredEvent = /^\{"method":"(Runtime\.bindingCalled|Page\.javascriptDialogOpening)"/;
/** For example of a form that sends 3 MB: the event has them twice. */
const eventBytes = 8 * 2 ** 20;
/** A request that is held up until it is answered: one whose event is dropped never goes on. */
const heldEvent = /^\{"method":"Fetch\.requestPaused"/;
const heldBytes = 48 * 2 ** 20;
/** Screenshots and PDFs. Node cannot make a string of more than 512 MB. */
const answerBytes = 256 * 2 ** 20;
/** What a script in a page returned: a text of 4 million characters that a task keeps, or the storage of an origin. */
const returnedBytes = 16 * 2 ** 20;
const returned = /^\{"id":\d+,"result":\{"result":/;
/** How much of its cost an event has that is dropped in any case: it is only read from the pipe. */
const droppedPart = 1 / 8;
/** Each of these counts as several, because pages have few of them, and can cause thousands in a second. */
const [logWeight, answeredWeight] = [3, 20];
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
  /**
   * The session of the browser that is Playwright's (DevToolsPipe): its messages come to it without the session's id, and it gets none
   * of the pipe itself, nor any before this is known.
   */
  session: string | "unknown" = "unknown";
  /** The sessions of pages that have opened a dialog before ours is known: of a browser that another process has left. */
  readonly leftDialogs: string[] = [];
  #message = new Message();
  /** By the ids of calls that are not Playwright's: who gets the answer. */
  readonly #calls = new Map<number, PromiseWithResolvers<object>>();
  #isEnded = false;
  /** By contexts of which Playwright does not know yet, as another process has left them: what it is to be told of their pages. */
  readonly held = new Map<string, Buffer[]>();

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

  /** Resolves with the answer to the call with this id, which must be none of Playwright's. Rejects once there will be none. */
  answerTo(id: number): Promise<object> {
    const call = Promise.withResolvers<object>();
    this.#calls.set(id, call);
    if (this.#isEnded) this.endCalls();
    return call.promise;
  }

  /** There will be no more answers. */
  endCalls(): void {
    this.#isEnded = true;
    for (const { reject } of this.#calls.values()) reject(new Error("The browser is gone."));
    this.#calls.clear();
  }

  /** Tells Playwright of a context's pages, which it now knows. */
  release(context: string): void {
    const held = this.held.get(context) ?? [];
    this.held.delete(context);
    for (const message of held) this.#send([message]);
  }

  /** Gives Playwright the answer to one of its calls. */
  answer(message: object): void {
    this.#send([Buffer.from(JSON.stringify(message))]);
  }

  #pass(message: Message): void {
    if (message.session === undefined) this.#answerOwn(message);
    else if (this.session !== "unknown") this.#passOn(message);
    else if (message.head.startsWith('{"method":"Page.javascriptDialogOpening"') && message.session)
      this.leftDialogs.push(message.session);
  }

  #passOn(message: Message): void {
    const isOwn = message.session === this.session;
    const { pieces, isEvent } = message;
    if (isEvent && !(this.floods.mayPass(isOwn ? undefined : message.session, message.cost) && pieces)) return;
    const sent = isOwn ? [withoutSession(Buffer.concat(pieces ?? [message.tooLarge()]))] : pieces;
    if (message.head.startsWith('{"method":"Target.attachedToTarget"') && this.#attached(sent ?? [])) return;
    if (message.head.startsWith('{"method":"Target.detachedFromTarget"'))
      this.floods.detached(JSON.parse(Buffer.concat(sent ?? []).toString()).params.sessionId);
    // In Playwright's own session of each page and frame, so that none needs another one.
    if (message.head.startsWith('{"method":"Page.windowOpen"'))
      this.floods.asksForWindow(message.session, JSON.parse(Buffer.concat(sent ?? []).toString()).params);
    this.#send(sent ?? [message.tooLarge()]);
  }

  /** Of the pipe itself, on which only our own calls are made. */
  #answerOwn({ head, pieces }: Message): void {
    const id = Number(/^\{"id":(\d+)/.exec(head)?.[1]);
    this.#calls.get(id)?.resolve(JSON.parse(Buffer.concat(pieces ?? []).toString()));
    this.#calls.delete(id);
  }

  #send(pieces: Buffer[]): void {
    for (const piece of pieces) this.push(piece);
    this.push(separator);
  }

  /** Whether the message is held back. */
  #attached(pieces: Buffer[]): boolean {
    const message = Buffer.concat(pieces);
    const { params } = JSON.parse(message.toString());
    const context: string | undefined = params.targetInfo.browserContextId;
    if (context) this.floods.attached(params.sessionId, context);
    const held = context && this.held.get(context);
    if (held) held.push(message);
    return Boolean(held);
  }
}

/** `,"sessionId":"…"}` at the end of a message. */
function withoutSession(message: Buffer): Buffer {
  return Buffer.concat([message.subarray(0, message.lastIndexOf(',"sessionId":"')), Buffer.from("}")]);
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
    let weight = 1;
    if (logEvent.test(this.head)) weight = logWeight;
    if (answeredEvent.test(this.head)) weight = answeredWeight;
    return { events: part * weight, bytes: part * this.bytes };
  }

  get #maxBytes(): number {
    if (!this.isEvent) return returned.test(this.head) ? returnedBytes : answerBytes;
    if (frameEvent.test(this.head)) return 0;
    if (heldEvent.test(this.head)) return heldBytes;
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
