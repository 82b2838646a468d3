import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Page, Request } from "playwright";
import { DocumentRequests } from "./document-requests.ts";
import { isClosed } from "./playwright-reason.ts";
import type { UnaskedWindows } from "./unasked-windows.ts";

const maxPages = 5;
const maxOrigins = 1_000;
/** A pop-up is known to us once its address has answered; one that takes longer becomes the task's page when it has. */
const settleMs = 10_000;
/** How long it may take to hear that a window was closed, after a call to it has failed. */
const closedMs = 500;
const pauseMs = 20;

/**
 * The windows of one task. The newest that is open is the one that steps act on: a pop-up from its opening on, and when
 * it is closed the one before it again. Windows beyond a few are closed at once.
 */
export class Windows {
  /** The origins that pages and their frames were on. */
  readonly origins = new Set<string>();
  readonly #context: BrowserContext;
  readonly #first: Page;
  readonly #cdp: CDPSession;
  readonly #unasked: UnaskedWindows | undefined;
  #popUps: Page[] = [];
  readonly #sought = new WeakMap<Page, string>();
  /** The address of a window's first navigation that failed before the window was known. */
  #failedEarly: string | undefined;
  readonly #documents = new DocumentRequests();

  /** `unasked`: in the headless shell, which has no pop-up blocker. */
  constructor(context: BrowserContext, first: Page, cdp: CDPSession, unasked?: UnaskedWindows) {
    this.#context = context;
    this.#first = first;
    this.#cdp = cdp;
    this.#unasked = unasked;
    unasked?.flooded.addEventListener("abort", () => context.close().catch(() => {}));
    this.#watch(first);
    context.on("page", (page) => this.#admit(page));
    context.on("requestfailed", (request) => this.#note(request));
    context.on("request", (request) => this.#documents.note(request));
  }

  /** The page that steps act on. */
  get page(): Page {
    return this.#popUps.at(-1) ?? this.#first;
  }

  /** Whether that is a pop-up. */
  get inPopUp(): boolean {
    return this.#popUps.length > 0;
  }

  /** Whether a page opened windows without end, and all of them were closed. */
  get flooded(): boolean {
    return this.#unasked?.flooded.aborted ?? false;
  }

  /** The address that the page was to go to and has not reached; of several that lead on to each other, the last. */
  soughtAddress(): string | undefined {
    return this.#sought.get(this.page);
  }

  /** The request of the document that the page shows; undefined where it needed none. */
  documentRequest(): Request | undefined {
    return this.#documents.of(this.page);
  }

  /** The last document that the page was to load, also where it became a download. */
  askedRequest(): Request | undefined {
    return this.#documents.askedBy(this.page);
  }

  /** Notes that the page is sent to an address. */
  seek(address: string): void {
    this.#sought.set(this.page, address);
  }

  /** Resolves when every window that the browser has opened is known here, or after a while. */
  async settle(ms: number): Promise<void> {
    const until = performance.now() + Math.min(ms, settleMs);
    // The browser opens a window before it says that the click is done, so that none is missed.
    while ((await this.#count()) > this.#context.pages().length && performance.now() < until) await sleep(pauseMs);
  }

  /** Whether the error is no more than the end of the pop-up that the page was in, and the task goes on in another. */
  async outlive(page: Page, error: unknown): Promise<boolean> {
    if (!isClosed(error) || page === this.#first) return false;
    const until = performance.now() + closedMs;
    while (this.page === page && performance.now() < until) await sleep(pauseMs);
    return this.page !== page;
  }

  /** The registrable domain of the page's address: the browser knows which they are, no list of our own. */
  async site(): Promise<string> {
    const { page } = this;
    const cdp = page === this.#first ? this.#cdp : await this.#context.newCDPSession(page);
    const { frameTree } = await cdp.send("Page.getFrameTree");
    return frameTree.frame.domainAndRegistry;
  }

  /** How many windows the task has in the browser, known here or not. */
  async #count(): Promise<number> {
    try {
      const [{ targetInfos }, { targetInfo }] = await Promise.all([
        this.#cdp.send("Target.getTargets", { filter: [{ type: "page" }] }),
        this.#cdp.send("Target.getTargetInfo"),
      ]);
      // What has a subtype is no window, such as a page that the browser loads ahead.
      return targetInfos.filter(
        ({ browserContextId, subtype }) => browserContextId === targetInfo.browserContextId && !subtype,
      ).length;
    } catch {
      // The first page is gone, and its session with it.
      return 0;
    }
  }

  #admit(page: Page): void {
    if (this.#popUps.length + 1 >= maxPages || this.#unasked?.claims(this.#documents.addressesOf(page))) {
      page.close().catch(() => {});
      return;
    }
    if (this.#failedEarly && !/^https?:/.test(page.url())) this.#sought.set(page, this.#failedEarly);
    this.#failedEarly = undefined;
    this.#popUps.push(page);
    this.#watch(page);
    if (this.#unasked)
      this.#context
        .newCDPSession(page)
        .then((cdp) => this.#unasked?.watch(cdp))
        .catch(() => {});
    page.on("close", () => {
      this.#popUps = this.#popUps.filter((other) => other !== page);
    });
  }

  #watch(page: Page): void {
    const visited = (address: string) => {
      if (this.origins.size < maxOrigins && URL.canParse(address)) this.origins.add(new URL(address).origin);
    };
    visited(page.url());
    this.#documents.arrived(page);
    page.on("framenavigated", (frame) => {
      visited(frame.url());
      if (frame === page.mainFrame()) this.#documents.arrived(page);
      if (frame === page.mainFrame() && !frame.url().startsWith("chrome-error:")) this.#sought.delete(page);
    });
  }

  #note(request: Request): void {
    if (!request.isNavigationRequest()) return;
    try {
      const frame = request.frame();
      if (frame.parentFrame() === null) this.#sought.set(frame.page(), request.url());
    } catch {
      // The first request of a window that is not known yet has no frame.
      this.#failedEarly = request.url();
    }
  }
}
