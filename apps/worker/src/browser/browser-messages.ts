import { Transform, type TransformCallback } from "node:stream";
import type { Cost } from "./event-budget.ts";
import { EventFloods } from "./event-floods.ts";

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
