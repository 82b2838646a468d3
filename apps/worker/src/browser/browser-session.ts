import type { Engine } from "@gatepost/contract/browser-settings";
import type { ContextSettings } from "@gatepost/domain/tasks/task-settings";
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright";
import type { EgressProxy } from "../egress/egress-proxy.ts";
import { credentialsUrl } from "../egress/proxy-requests.ts";
import type { ProxyCredentials } from "../egress/proxy-session.ts";
import type { DevToolsPipe, WindowSize } from "./devtools-pipe.ts";
import { Dialogs, type SavedDialogs } from "./dialogs.ts";
import { openDownloads, type ShownFiles } from "./downloads.ts";
import { Observed } from "./observed.ts";
import { openChallenges, type SignIn, type SignIns } from "./sign-ins.ts";
import { UnaskedWindows } from "./unasked-windows.ts";
import { type SavedWindows, targetIdOf, watchWindows } from "./windows.ts";

/** One task's part of a browser: a fresh profile with one page, and its own proxy session. */
export type BrowserSession = Awaited<ReturnType<typeof openSession>>;

/** A session that may be opened again by another process while its browser lives. */
export interface SavedSession {
  engine: Engine;
  /** The browser's id of its context. */
  contextId: string;
  windows: SavedWindows;
  dialogs: SavedDialogs;
  proxy: ProxyCredentials;
  /** Where it signs in. */
  sites: readonly SignIn[];
  /** The first page's window, as large as it is while its task does not wait. */
  window: WindowSize;
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
  {
    browser,
    control,
    pipe,
    shownFiles,
    signIns,
  }: { browser: Browser; control: CDPSession; pipe: DevToolsPipe; shownFiles: ShownFiles; signIns: SignIns },
  { proxy, engine, folder, filesMegabytes }: SessionOptions,
  settings: ContextSettings = {},
  saved?: SavedSession,
) {
  const { floods } = pipe.messages;
  const proxySession = proxy.open(saved?.proxy);
  const options = { ...contextOptions(settings), proxy: { server: proxy.url, bypass: "<-loopback>" } };
  const context = await pipe
    .makeContext(() => browser.newContext(options), saved?.contextId)
    .catch((error) => {
      proxySession.close();
      throw error;
    });
  let contextId: string | undefined;
  let closing: Promise<void> | undefined;
  /** Playwright's own resolves at once where it was called before. */
  const closeContext = () => {
    closing ??= context.close();
    return closing;
  };
  const close = async () => {
    proxySession.close();
    await closeContext();
    if (!contextId) return;
    floods.forget(contextId);
    signIns.forget(contextId).catch(() => {});
  };
  try {
    const pages = saved && (await pagesOf(context, saved, pipe));
    const page = pages?.values().next().value ?? (await context.newPage());
    const cdp = await context.newCDPSession(page);
    const observed = new Observed(context, proxySession);
    const unasked = engine === "shell" ? new UnaskedWindows() : undefined;
    const challenges = openChallenges(context, { first: page, cdp }, proxySession);
    const [{ targetInfo }] = await Promise.all([
      cdp.send("Target.getTargetInfo"),
      // The context has the credentials since its first connection.
      saved ? undefined : challenges.begin(),
    ]);
    contextId = targetInfo.browserContextId;
    if (!contextId) throw new Error("The browser does not say to which context a page belongs.");
    const signIn = signIns.add(contextId, challenges);
    for (const site of saved?.sites ?? []) await signIn(site);
    const eventFlood = floods.watch(contextId, unasked);
    const windows = watchWindows({ context, contextId, first: page, cdp, observed, eventFlood, unasked, closeContext });
    if (saved && pages) windows.takeOver(pages, saved.windows);
    const dialogs = new Dialogs(context, observed, saved?.dialogs);
    const pageMemory = openPageMemory(cdp);
    const maxBytes = filesMegabytes * 1024 * 1024;
    const id = contextId;
    return {
      engine,
      context,
      /** The first page. Steps act on the page of `windows`. */
      page,
      windows,
      dialogs,
      observed,
      downloads: openDownloads({ control, shownFiles, context, browserContextId: id, observed, folder, maxBytes }),
      proxySession,
      /**
       * Has the browser send the proxy's credentials in advance, for a session that is opened before it is needed: the first
       * navigation is then not challenged, and takes one connection instead of two.
       */
      async authenticate(): Promise<void> {
        // From the page's first document, which the task's own replaces.
        const expression = `fetch("${credentialsUrl}", { mode: "no-cors" }).then(() => {}, () => {})`;
        await cdp.send("Runtime.evaluate", { expression, awaitPromise: true });
      },
      signIn,
      pageMemory,
      /** What the process that takes this one's place needs to go on with it. */
      async save(): Promise<SavedSession> {
        const { username, password } = proxySession;
        return {
          engine,
          contextId: id,
          windows: await windows.save(),
          dialogs: dialogs.save(),
          proxy: { username, password },
          sites: [...challenges.sites.values()],
          window: await pageMemory.size(),
        };
      },
      close,
    };
  } catch (error) {
    close().catch(() => {});
    throw error;
  }
}

/** How long Playwright may take to know the pages of a context that it has taken over. */
const pagesMs = 10_000;

/**
 * The pages of a context that was taken over, by the browser's ids: those that were saved, in their order, then the others. Rejects if
 * the first is gone.
 */
async function pagesOf(context: BrowserContext, saved: SavedSession, pipe: DevToolsPipe): Promise<Map<string, Page>> {
  type Found = { targetInfos: { targetId: string; browserContextId?: string; subtype?: string }[] };
  const { targetInfos } = await pipe.call<Found>("Target.getTargets", { filter: [{ type: "page" }] });
  const ids = targetInfos
    .filter(({ browserContextId, subtype }) => browserContextId === saved.contextId && !subtype)
    .map(({ targetId }) => targetId);
  const until = performance.now() + pagesMs;
  while (context.pages().length < ids.length && performance.now() < until)
    await context.waitForEvent("page", { timeout: 100 }).catch(() => {});
  const byId = new Map<string, Page>();
  for (const page of context.pages()) byId.set(await targetIdOf(page), page);
  const order = [...new Set([...saved.windows.targets, ...ids])];
  if (!byId.has(saved.windows.targets[0] ?? "")) throw new Error("The page is gone.");
  return new Map([...byId].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)));
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
 * Frees memory of a page while its task waits: what it has left behind while it loaded, and the buffers in which its window is
 * drawn, 4 MB (`npm run bench -- p13`). Its viewport stays as it is, and it goes on drawing. All that it can notice is that
 * `outerWidth` and `outerHeight` change. A picture of it is the same.
 */
function openPageMemory(cdp: CDPSession) {
  /** The window as it was, while it is small. */
  let before: WindowSize | undefined;
  let freeing: Promise<void> = Promise.resolve();
  /** How many watch the page, which must have its size for them. */
  let watchers = 0;
  let unlessFreed: AbortSignal | undefined;

  async function sizeNow(): Promise<WindowSize> {
    const { windowId, bounds } = await cdp.send("Browser.getWindowForTarget");
    return { windowId, width: bounds.width ?? 0, height: bounds.height ?? 0 };
  }

  async function makeSmall(over: AbortSignal): Promise<void> {
    await cdp.send("HeapProfiler.collectGarbage");
    const size = await sizeNow();
    if (over.aborted || before || size.width === 0) return;
    await cdp.send("Browser.setWindowBounds", { windowId: size.windowId, bounds: { width: 1, height: 1 } });
    before = size;
  }

  const memory = {
    /** The window's size, or the one that it gets again. */
    async size(): Promise<WindowSize> {
      await freeing.catch(() => {});
      return before ?? sizeNow();
    },
    /** Makes the window as small as possible, unless `over` is aborted before. */
    async free(over: AbortSignal): Promise<void> {
      unlessFreed = over;
      if (watchers > 0) return;
      freeing = makeSmall(over);
      await freeing;
    },
    /** Makes the window as large as it was. */
    async restore(): Promise<void> {
      await freeing.catch(() => {});
      if (!before) return;
      const { windowId, width, height } = before;
      await cdp.send("Browser.setWindowBounds", { windowId, bounds: { width, height } });
      before = undefined;
    },
    /** Has the window keep its size until the function that it resolves with is called. */
    async whileWatched(): Promise<() => void> {
      watchers += 1;
      await memory.restore();
      return () => {
        watchers -= 1;
        if (unlessFreed?.aborted === false) memory.free(unlessFreed).catch(() => {});
      };
    },
  };
  return memory;
}
