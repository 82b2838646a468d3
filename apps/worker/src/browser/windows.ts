import { setTimeout as sleep } from "node:timers/promises";
import { within } from "@gatepost/domain/platform/signal";
import type { BrowserContext, CDPSession, Frame, Page, Request } from "playwright";
import { DocumentRequests, frameOf, readRequestHeaders } from "./document-requests.ts";
import type { Observed } from "./observed.ts";
import { isClosed } from "./playwright-reason.ts";
import type { UnaskedWindows } from "./unasked-windows.ts";

const maxPages = 5;
const maxOrigins = 1_000;
/** A pop-up is reported once its address has responded. One that takes longer becomes the task's page later. */
const settleMs = 10_000;
/** How long the report that a window was closed may take after a call to it failed. */
const closedMs = 500;
const pauseMs = 20;
/** The browser reports the headers of a document before the document itself. */
const headersMs = 1_000;

/** What is saved of a task's windows. */
export interface SavedWindows {
  /** The browser's ids of their pages, the newest last. */
  targets: string[];
  /** The place of the one among them that a step chose. */
  chosen: number | undefined;
  origins: string[];
  /** With which the document of the page on which steps act was requested. */
  requestHeaders: Record<string, string>;
}

/** The browser's id of a page. */
export async function targetIdOf(page: Page): Promise<string> {
  const cdp = await page.context().newCDPSession(page);
  const { targetInfo } = await cdp.send("Target.getTargetInfo");
  await cdp.detach();
  return targetInfo.targetId;
}

export type Windows = ReturnType<typeof watchWindows>;

interface WindowsOptions {
  context: BrowserContext;
  /** The browser's id of it. */
  contextId: string;
  first: Page;
  /** Of the first page. */
  cdp: CDPSession;
  observed: Pick<Observed, "arrived">;
  /** Aborted when its pages caused more events than the worker can read. */
  eventFlood: AbortSignal;
  /** In the headless shell, which has no pop-up blocker. */
  unasked: UnaskedWindows | undefined;
  closeContext(): Promise<void>;
}

/**
 * The windows of one task. Steps act on the newest open one: a pop-up as soon as it opens, and the window before it
 * again after it is closed. Windows beyond a few are closed at once.
 */
export function watchWindows(options: WindowsOptions) {
  const { context, contextId, first, cdp, observed, eventFlood, unasked, closeContext } = options;
  /** The origins that pages and their frames have visited. */
  const origins = new Set<string>();
  let popUps: Page[] = [];
  /** The one that a step chose, until another opens. */
  let chosen: Page | undefined;
  /** The addresses to which frames, pages' own among them, were navigating and which they did not reach. */
  const sought = new WeakMap<Frame, string>();
  /** What the process before this one knew of the page on which steps acted then. */
  let left: { page: Page; requestHeaders: Record<string, string> } | undefined;
  /** The address of a first navigation that failed before its window was known. */
  let failedEarly: string | undefined;
  const documents = new DocumentRequests();

  /** The number of the task's windows in the browser, known here or not. */
  async function count(): Promise<number> {
    try {
      const { targetInfos } = await cdp.send("Target.getTargets", { filter: [{ type: "page" }] });
      // A target with a subtype is not a window, for example a prerendered page.
      return targetInfos.filter(({ browserContextId, subtype }) => browserContextId === contextId && !subtype).length;
    } catch {
      // The first page is gone, and its CDP session with it.
      return 0;
    }
  }

  function admit(page: Page): void {
    const mayStay = unasked?.mayStay(documents.addressesOf(page)) ?? true;
    if (!mayStay || popUps.length + 1 >= maxPages) {
      page.close().catch(() => {});
      return;
    }
    if (failedEarly && !/^https?:/.test(page.url())) sought.set(page.mainFrame(), failedEarly);
    failedEarly = undefined;
    chosen = undefined;
    keep(page);
  }

  function keep(page: Page): void {
    popUps.push(page);
    watch(page);
    page.on("close", () => {
      const { open } = windows;
      const before = open[open.indexOf(page) - 1];
      popUps = popUps.filter((other) => other !== page);
      if (chosen === page) chosen = before;
    });
  }

  function watch(page: Page): void {
    const visited = (address: string) => {
      if (origins.size < maxOrigins && URL.canParse(address)) origins.add(new URL(address).origin);
    };
    visited(page.url());
    noteArrival(page);
    page.on("framenavigated", (frame) => {
      visited(frame.url());
      if (frame === page.mainFrame()) noteArrival(page);
      if (!frame.url().startsWith("chrome-error:")) sought.delete(frame);
    });
  }

  function noteArrival(page: Page): void {
    const request = documents.arrived(page);
    if (request) observed.arrived(page, request);
  }

  function noteFailed(request: Request): void {
    if (!request.isNavigationRequest()) return;
    const frame = frameOf(request);
    if (frame) sought.set(frame, request.url());
    else failedEarly = request.url();
  }

  const windows = {
    origins: origins as ReadonlySet<string>,
    /**
     * Goes on with windows that another process has left, by the browser's ids, in this order; the first page is the first of them. Of
     * those that were saved, some may be closed.
     */
    takeOver(pages: ReadonlyMap<string, Page>, saved: SavedWindows): void {
      for (const page of [...pages.values()].slice(1)) keep(page);
      const upToChosen = saved.chosen === undefined ? [] : saved.targets.slice(0, saved.chosen + 1);
      chosen = upToChosen.map((id) => pages.get(id)).findLast((page) => page !== undefined);
      for (const origin of saved.origins) origins.add(origin);
      left = { page: windows.page, requestHeaders: saved.requestHeaders };
    },
    async save(): Promise<SavedWindows> {
      const { open } = windows;
      const at = chosen && open.indexOf(chosen);
      const requestHeaders = await within(windows.requestHeaders(), headersMs).catch(() => ({}));
      return { targets: await Promise.all(open.map(targetIdOf)), chosen: at, origins: [...origins], requestHeaders };
    },
    /** The page on which steps act. */
    get page(): Page {
      return chosen ?? popUps.at(-1) ?? first;
    },
    /** Whether that is a pop-up. */
    get inPopUp(): boolean {
      return windows.page !== first;
    },
    /** All that are open, the newest last. */
    get open(): readonly Page[] {
      return [first, ...popUps];
    },
    /** Has steps act on one of them until another opens. */
    choose(page: Page): void {
      chosen = page;
    },
    /** Resolves when a window that was closed is no longer acted on, or after a while. */
    async left(page: Page, ms: number): Promise<void> {
      const until = performance.now() + Math.min(ms, settleMs);
      while (windows.page === page && performance.now() < until) await sleep(pauseMs);
    },
    /** What a page did without end, so that all windows were closed. */
    get flooded(): string | undefined {
      if (unasked?.flooded.aborted) return "opened windows without end";
      return eventFlood.aborted ? "flooded the browser with events, such as requests or console messages" : undefined;
    },
    /** The address to which the page was navigating and which it has not reached; of several redirects, the last. */
    soughtAddress: (): string | undefined => sought.get(windows.page.mainFrame()),
    /** The address to which a frame was navigating and which it has not reached. */
    soughtIn: (frame: Frame) => sought.get(frame),
    /** The request of the page's document; undefined if it needed none. */
    documentRequest: (): Request | undefined => documents.loaded.get(windows.page),
    /** The headers with which it was requested, without credentials. */
    async requestHeaders(): Promise<Record<string, string>> {
      const request = windows.documentRequest();
      if (request) return readRequestHeaders(request);
      return left?.page === windows.page ? left.requestHeaders : {};
    },
    /** The last document that the page requested, even if it became a download. */
    askedRequest: (): Request | undefined => documents.asked.get(windows.page),
    /**
     * Resolves when the site has responded to the page's last navigation, also where it redirects, or after a timeout: false at
     * once if the page has that document already.
     */
    async responded(ms: number): Promise<boolean> {
      const until = performance.now() + ms;
      let seen: Request | undefined;
      for (let request = windows.askedRequest(); request && request !== seen; request = windows.askedRequest()) {
        if (request === windows.documentRequest()) break;
        seen = request;
        await within(request.response(), until - performance.now()).catch(() => {});
        // The request to which it redirects is reported after it.
        await sleep(pauseMs);
      }
      return seen !== undefined;
    },
    /** Notes that the page navigates to an address. */
    seek(address: string): void {
      sought.set(windows.page.mainFrame(), address);
    },
    /** Resolves when every window that the browser has opened is known here, or after a timeout: then with the number that is not. */
    async settle(ms: number): Promise<number> {
      const until = performance.now() + Math.min(ms, settleMs);
      for (;;) {
        // The browser opens a window before it reports that the click is done, so none is missed.
        const unknown = Math.max(0, (await count()) - context.pages().length);
        if (unknown === 0 || performance.now() >= until) return unknown;
        await sleep(pauseMs);
      }
    },
    /** Whether the error only means that the task's pop-up was closed, and the task goes on in another window. */
    async continuesElsewhere(page: Page, error: unknown): Promise<boolean> {
      if (!isClosed(error) || page === first) return false;
      await windows.left(page, closedMs);
      return windows.page !== page;
    },
    /** The registrable domain of the page's address. The browser knows these domains, so we need no list. */
    async site(): Promise<string> {
      const { page } = windows;
      const session = page === first ? cdp : await context.newCDPSession(page);
      const { frameTree } = await session.send("Page.getFrameTree");
      return frameTree.frame.domainAndRegistry;
    },
  };

  for (const flood of [eventFlood, unasked?.flooded])
    flood?.addEventListener("abort", () => closeContext().catch(() => {}));
  watch(first);
  context.on("page", admit);
  context.on("requestfailed", noteFailed);
  context.on("request", (request) => documents.note(request));
  return windows;
}
