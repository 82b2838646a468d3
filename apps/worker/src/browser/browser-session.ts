import type { Engine } from "@gatepost/contract/browser-settings";
import type { ContextSettings } from "@gatepost/domain/tasks/task-settings";
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright";
import type { EgressProxy } from "../egress/egress-proxy.ts";
import { credentialsUrl } from "../egress/proxy-requests.ts";
import type { ProxySession } from "../egress/proxy-session.ts";
import type { BrowserMessages } from "./browser-messages.ts";
import { Dialogs } from "./dialogs.ts";
import { Downloads } from "./downloads.ts";
import { Observed } from "./observed.ts";
import { PageAtRest } from "./page-at-rest.ts";
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
  /** Has its pages use little while its task waits. */
  readonly atRest: PageAtRest;
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
  /** After how long a wait its pages are frozen; 0: never. */
  freezeAfterMs: number;
}

/** Opens a session in a browser, whose own commands go through `control`. */
export async function openSession(
  { browser, control, messages }: { browser: Browser; control: CDPSession; messages: BrowserMessages },
  { proxy, engine, folder, filesMegabytes, freezeAfterMs }: SessionOptions,
  settings: ContextSettings = {},
): Promise<BrowserSession> {
  const { floods, commands } = messages;
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
    const id = targetInfo.browserContextId;
    if (!id) throw new Error("The browser does not say to which context a page belongs.");
    contextId = id;
    return {
      engine,
      context,
      page,
      windows: new Windows(context, page, cdp, observed, floods.watch(id), unasked),
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
      atRest: new PageAtRest(cdp, { freeze: () => commands.freeze(id), freezeAfterMs }),
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
