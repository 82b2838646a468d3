import type { Engine } from "@gatepost/contract/browser-settings";
import type { ContextSettings } from "@gatepost/domain/tasks/task-settings";
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright";
import type { EgressProxy } from "../egress/egress-proxy.ts";
import { credentialsUrl } from "../egress/proxy-requests.ts";
import type { ProxySession } from "../egress/proxy-session.ts";
import type { EventFloods } from "./browser-messages.ts";
import { Dialogs } from "./dialogs.ts";
import { Downloads } from "./downloads.ts";
import { Observed } from "./observed.ts";
import { UnaskedWindows } from "./unasked-windows.ts";
import { Windows } from "./windows.ts";

/** One task's part of a browser: a fresh profile with one page, and its own proxy session. */
export interface BrowserSession {
  readonly engine: Engine;
  readonly context: BrowserContext;
  /** The first page. Steps act on the page of `windows`. */
  readonly page: Page;
  readonly windows: Windows;
  readonly dialogs: Dialogs;
  readonly observed: Observed;
  readonly downloads: Downloads;
  readonly proxySession: ProxySession;
  /**
   * Has the browser send the proxy's credentials in advance, for a session that is opened before it is needed: the first
   * navigation is then not challenged, and takes one connection instead of two.
   */
  authenticate(): Promise<void>;
  /** Frees memory of the page that the session begins with, while its task waits. */
  readonly pageMemory: PageMemory;
  close(): Promise<void>;
}

/** What all sessions of a browser have in common. */
export interface SessionOptions {
  engine: Engine;
  proxy: EgressProxy;
  /** The folder for the browser's files. It sees no other folder and nothing else of our environment. */
  folder: string;
  /** The size of all files that one task downloads. */
  filesMegabytes: number;
}

/** Opens a session in a browser, whose own commands go through `control`. */
export async function openSession(
  { browser, control, floods }: { browser: Browser; control: CDPSession; floods: EventFloods },
  { proxy, engine, folder, filesMegabytes }: SessionOptions,
  settings: ContextSettings = {},
): Promise<BrowserSession> {
  const proxySession = proxy.open();
  const options = {
    acceptDownloads: false,
    ...contextOptions(settings),
    proxy: { server: proxy.url, bypass: "<-loopback>" },
  };
  const context = await browser.newContext(options).catch((error) => {
    proxySession.close();
    throw error;
  });
  let contextId: string | undefined;
  const close = async () => {
    proxySession.close();
    await context.close();
    if (contextId) floods.forget(contextId);
  };
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const observed = new Observed(context, proxySession);
    const unasked = engine === "shell" ? new UnaskedWindows() : undefined;
    const [{ targetInfo }] = await Promise.all([
      cdp.send("Target.getTargetInfo"),
      answerProxy(cdp, proxySession),
      unasked?.watch(cdp),
    ]);
    contextId = targetInfo.browserContextId;
    if (!contextId) throw new Error("The browser does not say to which context a page belongs.");
    return {
      engine,
      context,
      page,
      windows: new Windows(context, page, cdp, observed, floods.watch(contextId), unasked),
      dialogs: new Dialogs(context, observed),
      observed,
      downloads: new Downloads(
        { browser, control, context, cdp, observed },
        { folder, maxBytes: filesMegabytes * 1024 * 1024 },
      ),
      proxySession,
      async authenticate() {
        // From the page's first document, which the task's own replaces.
        const expression = `fetch("${credentialsUrl}", { mode: "no-cors" }).then(() => {}, () => {})`;
        await cdp.send("Runtime.evaluate", { expression, awaitPromise: true });
      },
      pageMemory: new PageMemory(cdp),
      close,
    };
  } catch (error) {
    close().catch(() => {});
    throw error;
  }
}

function contextOptions({ viewport, locale, timezone, geolocation }: ContextSettings): BrowserContextOptions {
  return {
    ...(viewport && { viewport }),
    ...(locale && { locale }),
    ...(timezone && { timezoneId: timezone }),
    // Sites that ask for the location get the one that the task names.
    ...(geolocation && { geolocation, permissions: ["geolocation"] }),
  };
}

/**
 * Answers the proxy's one request for credentials; the context uses them for everything that it opens later.
 * Playwright's own way (username and password of the proxy) delays every request of the task by a round trip and
 * disables the cache: measured, 20 fetches instead of 4 on five small pages.
 */
async function answerProxy(cdp: CDPSession, { username, password }: ProxySession): Promise<void> {
  cdp.on("Fetch.requestPaused", ({ requestId }) => {
    cdp.send("Fetch.continueRequest", { requestId }).catch(() => {});
  });
  cdp.on("Fetch.authRequired", ({ requestId, authChallenge }) => {
    const ours = authChallenge.source === "Proxy";
    const response = ours
      ? { response: "ProvideCredentials" as const, username, password }
      : { response: "Default" as const };
    cdp.send("Fetch.continueWithAuth", { requestId, authChallengeResponse: response }).catch(() => {});
    if (ours) cdp.send("Fetch.disable").catch(() => {});
  });
  await cdp.send("Fetch.enable", {
    handleAuthRequests: true,
    patterns: [{ resourceType: "Document" }, { resourceType: "Fetch" }],
  });
}

/**
 * Frees memory of a page while its task waits: what it has left behind while it loaded, and the buffers in which its window is
 * drawn, 4 MB (`npm run bench -- p13`). Its viewport stays as it is, and it goes on drawing. All that it can notice is that
 * `outerWidth` and `outerHeight` change. A picture of it is the same.
 */
class PageMemory {
  readonly #cdp: CDPSession;
  /** The window as it was, while it is small. */
  #window: { windowId: number; width: number; height: number } | undefined;
  #freeing: Promise<void> = Promise.resolve();
  /** How many watch the page, which must have its size for them. */
  #watchers = 0;
  #unlessFreed: AbortSignal | undefined;

  constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  /** Makes the window as small as possible, unless `over` is aborted before. */
  free(over: AbortSignal): Promise<void> {
    this.#unlessFreed = over;
    if (this.#watchers > 0) return Promise.resolve();
    this.#freeing = this.#free(over);
    return this.#freeing;
  }

  /** Makes the window as large as it was. */
  async restore(): Promise<void> {
    await this.#freeing.catch(() => {});
    if (!this.#window) return;
    const { windowId, width, height } = this.#window;
    await this.#cdp.send("Browser.setWindowBounds", { windowId, bounds: { width, height } });
    this.#window = undefined;
  }

  /** Has the window keep its size until the function that it resolves with is called. */
  async whileWatched(): Promise<() => void> {
    this.#watchers += 1;
    await this.restore();
    return () => {
      this.#watchers -= 1;
      const over = this.#unlessFreed;
      if (this.#watchers === 0 && over && !over.aborted) this.free(over).catch(() => {});
    };
  }

  async #free(over: AbortSignal): Promise<void> {
    await this.#cdp.send("HeapProfiler.collectGarbage");
    const { windowId, bounds } = await this.#cdp.send("Browser.getWindowForTarget");
    const { width, height } = bounds;
    if (over.aborted || this.#window || width === undefined || height === undefined) return;
    await this.#cdp.send("Browser.setWindowBounds", { windowId, bounds: { width: 1, height: 1 } });
    this.#window = { windowId, width, height };
  }
}
