import { setTimeout as sleep } from "node:timers/promises";
import { within } from "@gatepost/domain/platform/signal";
import type { BrowserContext, CDPSession, Frame, Page, Request } from "playwright";
import { DocumentRequests } from "./document-requests.ts";
import type { Observed } from "./observed.ts";
import { isClosed } from "./playwright-reason.ts";
import type { UnaskedWindows } from "./unasked-windows.ts";

const maxPages = 5;
const maxOrigins = 1_000;
/** A pop-up is reported once its address has responded. One that takes longer becomes the task's page later. */
const settleMs = 10_000;
/** How long a step waits for windows that were opened before it. */
const earlierMs = 3_000;
/** How long the report that a window was closed may take after a call to it failed. */
const closedMs = 500;
const pauseMs = 20;

/** What is saved of a task's windows. */
export interface SavedWindows {
  /** The browser's ids of their pages, the newest last. */
  targets: string[];
  /** Which of them a step chose. */
  chosen: number | undefined;
  origins: string[];
}

/** The browser's id of a page. */
export async function targetIdOf(page: Page): Promise<string> {
  const cdp = await page.context().newCDPSession(page);
  const { targetInfo } = await cdp.send("Target.getTargetInfo");
  await cdp.detach();
  return targetInfo.targetId;
}

/**
 * The windows of one task. Steps act on the newest open one: a pop-up as soon as it opens, and the window before it
 * again after it is closed. Windows beyond a few are closed at once.
 */
export class Windows {
  /** The origins that pages and their frames have visited. */
  readonly origins = new Set<string>();
  readonly #context: BrowserContext;
  readonly #first: Page;
  readonly #cdp: CDPSession;
  /** The browser's id of the task's context. */
  #contextId: Promise<string | undefined> | undefined;
  /** In the headless shell, which has no pop-up blocker. */
  readonly unasked: UnaskedWindows | undefined;
  /** Aborted when its pages caused more events than the worker can read. */
  readonly #eventFlood: AbortSignal;
  #popUps: Page[] = [];
  /** The one that a step chose, until another opens. */
  #chosen: Page | undefined;
  /** The addresses to which frames, pages' own among them, were navigating and which they did not reach. */
  readonly #sought = new WeakMap<Frame, string>();
  /** The address of a first navigation that failed before its window was known. */
  #failedEarly: string | undefined;
  readonly #documents = new DocumentRequests();
  readonly #observed: Pick<Observed, "arrived">;

  constructor(
    context: BrowserContext,
    first: Page,
    cdp: CDPSession,
    observed: Pick<Observed, "arrived">,
    eventFlood: AbortSignal,
    unasked?: UnaskedWindows,
  ) {
    this.#context = context;
    this.#first = first;
    this.#cdp = cdp;
    this.#observed = observed;
    this.unasked = unasked;
    this.#eventFlood = eventFlood;
    for (const flood of [eventFlood, unasked?.flooded])
      flood?.addEventListener("abort", () => context.close().catch(() => {}));
    this.#watch(first);
    context.on("page", (page) => this.#admit(page));
    context.on("requestfailed", (request) => this.#note(request));
    context.on("request", (request) => this.#documents.note(request));
  }

  /** Goes on with windows that another process has left, in this order; the first page is the first of them. */
  takeOver(pages: readonly Page[], { chosen, origins }: SavedWindows): void {
    for (const page of pages.slice(1)) this.#keep(page);
    this.#chosen = chosen === undefined ? undefined : pages[chosen];
    for (const origin of origins) this.origins.add(origin);
  }

  async save(): Promise<SavedWindows> {
    const { open } = this;
    const chosen = this.#chosen && open.indexOf(this.#chosen);
    return { targets: await Promise.all(open.map(targetIdOf)), chosen, origins: [...this.origins] };
  }

  /** The page on which steps act. */
  get page(): Page {
    return this.#chosen ?? this.#popUps.at(-1) ?? this.#first;
  }

  /** Whether that is a pop-up. */
  get inPopUp(): boolean {
    return this.page !== this.#first;
  }

  /** All that are open, the newest last. */
  get open(): readonly Page[] {
    return [this.#first, ...this.#popUps];
  }

  /** Has steps act on one of them until another opens. */
  choose(page: Page): void {
    this.#chosen = page;
  }

  /** Resolves when a window that was closed is no longer acted on, or after a while. */
  async left(page: Page, ms: number): Promise<void> {
    const until = performance.now() + Math.min(ms, settleMs);
    while (this.page === page && performance.now() < until) await sleep(pauseMs);
  }

  /** What a page did without end, so that all windows were closed. */
  get flooded(): string | undefined {
    if (this.unasked?.flooded.aborted) return "opened windows without end";
    return this.#eventFlood.aborted
      ? "flooded the browser with events, such as requests or console messages"
      : undefined;
  }

  /** The address to which the page was navigating and which it has not reached; of several redirects, the last. */
  soughtAddress(): string | undefined {
    return this.soughtIn(this.page.mainFrame());
  }

  /** The address to which a frame was navigating and which it has not reached. */
  soughtIn(frame: Frame): string | undefined {
    return this.#sought.get(frame);
  }

  /** The request of the page's document; undefined if it needed none. */
  documentRequest(): Request | undefined {
    return this.#documents.of(this.page);
  }

  /** The last document that the page requested, even if it became a download. */
  askedRequest(): Request | undefined {
    return this.#documents.askedBy(this.page);
  }

  /**
   * Resolves when the site has responded to the page's last navigation, also where it redirects, or after a timeout: false at
   * once if the page has that document already.
   */
  async responded(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    let seen: Request | undefined;
    for (let request = this.askedRequest(); request && request !== seen; request = this.askedRequest()) {
      if (request === this.documentRequest()) break;
      seen = request;
      await within(request.response(), until - performance.now(), () => new Error("no response")).catch(() => {});
      // The request to which it redirects is reported after it.
      await sleep(pauseMs);
    }
    return seen !== undefined;
  }

  /** Notes that the page navigates to an address. */
  seek(address: string): void {
    this.#sought.set(this.page.mainFrame(), address);
  }

  /**
   * A step is about to act in this frame, or, without one, where the focus is. The windows that frames have opened before are
   * known when it resolves, unless their addresses do not answer soon.
   */
  async stepActsIn(frame: Frame | undefined, ms: number): Promise<void> {
    if (!this.unasked?.isActing) return;
    const mayBeInner = frame ? frame.parentFrame() !== null : this.page.frames().length > 1;
    if (!mayBeInner) return;
    await this.settle(Math.min(ms / 4, earlierMs));
    this.unasked.stepActsInFrame();
  }

  /** Resolves when every window that the browser has opened is known here, or after a timeout: then with the number that is not. */
  async settle(ms: number): Promise<number> {
    const until = performance.now() + Math.min(ms, settleMs);
    for (;;) {
      // The browser opens a window before it reports that the click is done, so none is missed.
      const unknown = Math.max(0, (await this.#count()) - this.#context.pages().length);
      if (unknown === 0 || performance.now() >= until) return unknown;
      await sleep(pauseMs);
    }
  }

  /** Whether the error only means that the task's pop-up was closed, and the task goes on in another window. */
  async continuesElsewhere(page: Page, error: unknown): Promise<boolean> {
    if (!isClosed(error) || page === this.#first) return false;
    const until = performance.now() + closedMs;
    while (this.page === page && performance.now() < until) await sleep(pauseMs);
    return this.page !== page;
  }

  /** The registrable domain of the page's address. The browser knows these domains, so we need no list. */
  async site(): Promise<string> {
    const { page } = this;
    const cdp = page === this.#first ? this.#cdp : await this.#context.newCDPSession(page);
    const { frameTree } = await cdp.send("Page.getFrameTree");
    return frameTree.frame.domainAndRegistry;
  }

  /** The number of the task's windows in the browser, known here or not. */
  async #count(): Promise<number> {
    try {
      this.#contextId ??= this.#cdp.send("Target.getTargetInfo").then(({ targetInfo }) => targetInfo.browserContextId);
      const [{ targetInfos }, contextId] = await Promise.all([
        this.#cdp.send("Target.getTargets", { filter: [{ type: "page" }] }),
        this.#contextId,
      ]);
      // A target with a subtype is not a window, for example a prerendered page.
      return targetInfos.filter(({ browserContextId, subtype }) => browserContextId === contextId && !subtype).length;
    } catch {
      // The first page is gone, and its CDP session with it.
      return 0;
    }
  }

  #admit(page: Page): void {
    const mayStay = this.unasked?.mayStay(this.#documents.addressesOf(page)) ?? true;
    if (!mayStay || this.#popUps.length + 1 >= maxPages) {
      page.close().catch(() => {});
      return;
    }
    if (this.#failedEarly && !/^https?:/.test(page.url())) this.#sought.set(page.mainFrame(), this.#failedEarly);
    this.#failedEarly = undefined;
    this.#chosen = undefined;
    this.#keep(page);
  }

  #keep(page: Page): void {
    this.#popUps.push(page);
    this.#watch(page);
    if (this.unasked)
      this.#context
        .newCDPSession(page)
        .then((cdp) => this.unasked?.watch(cdp))
        .catch(() => {});
    page.on("close", () => {
      const before = this.open[this.open.indexOf(page) - 1];
      this.#popUps = this.#popUps.filter((other) => other !== page);
      if (this.#chosen === page) this.#chosen = before;
    });
  }

  #watch(page: Page): void {
    const visited = (address: string) => {
      if (this.origins.size < maxOrigins && URL.canParse(address)) this.origins.add(new URL(address).origin);
    };
    visited(page.url());
    this.#noteArrival(page);
    page.on("framenavigated", (frame) => {
      visited(frame.url());
      if (frame === page.mainFrame()) this.#noteArrival(page);
      if (!frame.url().startsWith("chrome-error:")) this.#sought.delete(frame);
    });
  }

  #noteArrival(page: Page): void {
    const request = this.#documents.arrived(page);
    if (request) this.#observed.arrived(page, request);
  }

  #note(request: Request): void {
    if (!request.isNavigationRequest()) return;
    try {
      this.#sought.set(request.frame(), request.url());
    } catch {
      // The first request of a window that is not known yet has no frame.
      this.#failedEarly = request.url();
    }
  }
}
