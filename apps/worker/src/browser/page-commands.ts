import type { Writable } from "node:stream";

/** Playwright numbers its commands from 1; Chromium takes numbers of 32 bits. */
const firstId = 2 ** 30;

interface PageSession {
  session: string;
  context: string;
}

interface Answer {
  id: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

interface Attached {
  sessionId: string;
  targetInfo: { targetId: string; type: string; browserContextId?: string };
}

/**
 * Freezes pages, by commands to Playwright's own DevTools sessions with them. In its session, Playwright has each page count as
 * visible and focused, and Chromium freezes no visible page; no other session can take that back, and Playwright has no option
 * for it.
 */
export class PageCommands {
  /** Where Chromium reads its DevTools messages. */
  pipe: Writable | undefined;
  /** By the ids of their targets. */
  readonly #pages = new Map<string, PageSession>();
  readonly #underWay = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  #lastId = firstId;

  /** The first session with a page is Playwright's own. */
  attached({ sessionId, targetInfo: { targetId, type, browserContextId } }: Attached): void {
    if (type !== "page" || !browserContextId || this.#pages.has(targetId)) return;
    this.#pages.set(targetId, { session: sessionId, context: browserContextId });
  }

  detached(session: string): void {
    for (const [target, page] of this.#pages) if (page.session === session) this.#pages.delete(target);
  }

  /** Whether this is the number of a command of ours. */
  isOurs(id: number): boolean {
    return id >= firstId;
  }

  answered({ id, result, error }: Answer): void {
    const command = this.#underWay.get(id);
    this.#underWay.delete(id);
    if (error) command?.reject(new Error(error.message));
    else command?.resolve(result ?? {});
  }

  /**
   * Freezes all pages of a browser context: their timers and scripts stop, and what the network sends them is kept until they
   * go on. Each gets the events `visibilitychange` and `freeze`. Resolves with the function that has them go on.
   */
  async freeze(context: string): Promise<() => Promise<void>> {
    const sessions = [...this.#pages.values()].filter((page) => page.context === context).map(({ session }) => session);
    // One that is closed meanwhile needs nothing.
    await Promise.allSettled(sessions.map((session) => this.#freeze(session)));
    return async () => void (await Promise.allSettled(sessions.map((session) => this.#thaw(session))));
  }

  async #freeze(session: string): Promise<void> {
    await this.#send(session, "Emulation.setFocusEmulationEnabled", { enabled: false });
    await this.#setWindow(session, "minimized");
    await this.#send(session, "Page.setWebLifecycleState", { state: "frozen" });
  }

  async #thaw(session: string): Promise<void> {
    await this.#send(session, "Page.setWebLifecycleState", { state: "active" });
    // A page that was frozen counts as hidden until its window is shown again.
    await this.#setWindow(session, "normal");
    await this.#send(session, "Emulation.setFocusEmulationEnabled", { enabled: true });
  }

  async #setWindow(session: string, windowState: "minimized" | "normal"): Promise<void> {
    const { windowId } = await this.#send(session, "Browser.getWindowForTarget");
    await this.#send(session, "Browser.setWindowBounds", { windowId, bounds: { windowState } });
  }

  #send(sessionId: string, method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    const command = Promise.withResolvers<Record<string, unknown>>();
    this.#underWay.set(id, command);
    this.pipe?.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return command.promise;
  }
}
