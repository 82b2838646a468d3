import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import { pipeline } from "node:stream";
import { type Handle, socketOf } from "../launcher.ts";
import { BrowserMessages } from "./browser-messages.ts";

/** Where Chromium reads and writes its DevTools messages. */
const [toBrowser, fromBrowser] = [3, 4];
/** The ids of our own calls, which Playwright will not reach. */
const firstId = 2_000_000_000;

/** The pipe of a browser that another process has started. */
export interface LeftPipe {
  to: Handle;
  from: Handle;
  /** The sessions of that process, and of processes that have died before they ended others. */
  sessions: readonly string[];
  /** The windows of its pages, and the sizes that these had before their tasks waited. */
  windows: readonly WindowSize[];
  /** Called with our session before the others are ended. */
  opened(session: string): Promise<void>;
}

export interface WindowSize {
  windowId: number;
  width: number;
  height: number;
}

/**
 * Stands between Playwright and a browser's DevTools pipe. Playwright's messages belong to a session of the browser that is opened for
 * them. So the browser can outlive this process, if its launcher holds the pipe (launcher.ts): the next process opens a session of its
 * own and ends this one, with all that it has set. What the browser sends goes through BrowserMessages. Messages end with a zero byte.
 */
export class DevToolsPipe {
  readonly messages = new BrowserMessages();
  /** Both ends, to be saved, once they are open. */
  ends!: { to: Socket; from: Socket };
  #nextId = firstId;
  /** What Playwright has sent before its session was there. */
  readonly #early: string[] = [];
  /** What the next context that Playwright makes is: one that is there already. */
  #next: string | undefined;
  #making: Promise<unknown> = Promise.resolve();
  /** The folder that Playwright has made for the browser. */
  readonly profile: string[] = [];

  /**
   * Has Playwright talk through this pipe to the browser that `start` starts, or with `left` to that one. The process is the one with
   * `argument` among its arguments. Playwright has no option for this; Node announces each process that is made. Rejects if
   * Playwright does not read from here, as another version might.
   */
  async connect<T extends { close(): Promise<void> }>(
    argument: string,
    start: () => Promise<T>,
    left?: LeftPipe,
  ): Promise<T> {
    const announced = (message: unknown) => {
      const { process: child } = message as { process: ChildProcess };
      // It is announced before it has pipes. These are made before any microtask, and Playwright takes them after several.
      queueMicrotask(() => {
        // Other browsers that start, or are taken over, at the same time are announced too.
        if (!child.spawnargs?.includes(argument)) return;
        const [to, from] = left ? opened(left) : [child.stdio?.[toBrowser], child.stdio?.[fromBrowser]];
        if (!(to instanceof Socket && from instanceof Socket)) return;
        Object.assign(child.stdio, { [toBrowser]: this.#writer, [fromBrowser]: this.messages });
        // It only stands in for the browser.
        if (left) from.once("close", () => child.kill("SIGKILL"));
        else this.profile.push(...child.spawnargs.flatMap((one) => /^--user-data-dir=(.+)$/s.exec(one)?.[1] ?? []));
        // What cannot be opened does not answer Playwright, which gives it up.
        this.#open(to, from, left).catch(() => {});
      });
    };
    subscribe("child_process", announced);
    try {
      const started = await start();
      if (this.messages.readableFlowing) return started;
      await started.close();
      throw new Error("Playwright does not read the browser's messages from the pipe that it was given.");
    } finally {
      unsubscribe("child_process", announced);
    }
  }

  /** A call that is not Playwright's. Rejects once the browser is gone. */
  async call<T>(method: string, params: object = {}): Promise<T> {
    const id = this.#nextId++;
    const answer = this.messages.answerTo(id);
    this.#send({ id, method, params });
    const { result, error } = (await answer) as { result: T; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Has Playwright make a context, one at a time; `left`: of one that was left, with its pages. */
  makeContext<T>(make: () => Promise<T>, left?: string): Promise<T> {
    const making = this.#making.then(async () => {
      this.#next = left;
      const context = await make();
      if (left) this.messages.release(left);
      return context;
    });
    this.#making = making.catch(() => {});
    return making;
  }

  async #open(to: Socket, from: Socket, left: LeftPipe | undefined): Promise<void> {
    this.ends = { to, from };
    to.on("error", () => {});
    from.once("close", () => this.messages.endCalls());
    pipeline(from, this.messages, () => {});
    // The process before this one may have written a part of a message.
    if (left) to.write("\0");
    const { sessionId } = await this.call<{ sessionId: string }>("Target.attachToBrowserTarget");
    if (left) {
      await left.opened(sessionId);
      const { browserContextIds } = await this.call<{ browserContextIds: string[] }>("Target.getBrowserContexts");
      for (const context of browserContextIds) this.messages.held.set(context, []);
      // The size of the pages ends with the session that has set it. They notice nothing if their windows are as large.
      const restoring = left.windows.map(({ windowId, width, height }) =>
        this.call("Browser.setWindowBounds", { windowId, bounds: { width, height } }).catch(() => {}),
      );
      await Promise.all(restoring);
      // A page does not respond while a dialog is open, and only the session that received its event can close it.
      const dismissing = { method: "Page.handleJavaScriptDialog", params: { accept: false } };
      for (const sessionId of this.messages.leftDialogs) this.#send({ id: this.#nextId++, ...dismissing, sessionId });
      for (const before of left.sessions)
        await this.call("Target.detachFromTarget", { sessionId: before }).catch(() => {});
    }
    this.messages.session = sessionId;
    for (const message of this.#early.splice(0)) this.#write(message);
  }

  /** What Playwright writes to. */
  readonly #writer = {
    on: () => {},
    write: (text: string) => {
      // Each message is followed by its end.
      if (text === "\0") return;
      if (this.messages.session === "unknown") this.#early.push(text);
      else this.#write(text);
    },
  };

  #write(message: string): void {
    if (/,"sessionId":"\w+"\}$/.test(message.slice(-60))) this.ends.to.write(`${message}\0`);
    else this.#writeOwn(message);
  }

  /** A message to the browser itself. */
  #writeOwn(message: string): void {
    const { method, params, ...rest } = JSON.parse(message);
    const own = { ...rest, method, params, sessionId: this.messages.session };
    if (method === "Target.createBrowserContext") {
      const browserContextId = this.#next;
      this.#next = undefined;
      if (browserContextId) {
        this.messages.answer({ id: rest.id, result: { browserContextId } });
        return;
      }
      own.params = { ...params, disposeOnDetach: false };
    }
    // Playwright says how a download has ended only where it accepts it, and a page that was left may begin one at any moment.
    if (method === "Browser.setDownloadBehavior") own.params = { ...params, behavior: "deny" };
    this.#send(own);
  }

  #send(message: object): void {
    this.ends.to.write(`${JSON.stringify(message)}\0`);
  }
}

function opened({ to, from }: LeftPipe): [Socket, Socket] {
  const options = { manualStart: true };
  return [socketOf(to, options), socketOf(from, options)];
}
