import type { Engine } from "@gatepost/contract/engines";
import type { ContextSettings } from "@gatepost/domain/task/task-settings";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from "playwright";
import type { EgressProxy } from "../egress/egress-proxy.ts";
import type { ProxySession } from "../egress/proxy-session.ts";
import { within } from "../runtime/abort.ts";
import { browserFlags } from "./browser-flags.ts";
import { Dialogs } from "./dialogs.ts";
import { Downloads } from "./downloads.ts";
import { limitedProgram } from "./limited-program.ts";
import { Observed } from "./observed.ts";
import { UnaskedWindows } from "./unasked-windows.ts";
import { Windows } from "./windows.ts";

const launchMs = 30_000;
const answerMs = 10_000;

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
  /** Frees what the first page has left behind while it loaded. */
  collectGarbage(): Promise<void>;
  close(): Promise<void>;
}

export interface RunningBrowser {
  /** The protections that this machine does not provide, and why; empty if it provides all. */
  readonly gaps: readonly string[];
  /** The browser's main process, which leads those of its pages. */
  readonly processId: number | undefined;
  /** Aborted when the process is gone, on request or not. */
  readonly gone: AbortSignal;
  /** Resolves when the browser itself has responded, whatever its pages do. A frozen browser never does. */
  answer(): Promise<void>;
  openSession(settings?: ContextSettings): Promise<BrowserSession>;
  /** Closes it in an orderly way. */
  close(): Promise<void>;
  /** Kills it. */
  kill(): void;
}

interface LaunchOptions {
  engine: Engine;
  /** The browser's program. */
  executable: string;
  proxy: EgressProxy;
  /** The folder for its files. It sees no other folder and nothing else of our environment. */
  folder: string;
  /** The memory that each of its processes may write to; a page that needs more fails. */
  memoryMegabytes: number;
  /** The size of all files that one task downloads. */
  filesMegabytes: number;
}

/** Starts a Chromium whose connections all go through the proxy. Rejects if it does not start. */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  const { browser, gaps } = await launchSandboxed(options);
  const gone = new AbortController();
  browser.on("disconnected", () => gone.abort());
  const late = () => new Error("The browser does not answer.");
  const { session, processId } = await within(findProcess(browser), answerMs, late).catch(async (error) => {
    await browser.close();
    throw error;
  });
  return {
    gaps,
    processId,
    gone: gone.signal,
    async answer() {
      await session.send("Browser.getVersion");
    },
    openSession: (settings) => openSession({ browser, control: session }, options, settings),
    close: () => browser.close(),
    kill() {
      if (processId && !gone.signal.aborted) kill(processId);
    },
  };
}

/**
 * Chromium refuses its sandbox to root, and on machines without user namespaces: running without it is better than not
 * running.
 */
async function launchSandboxed(options: LaunchOptions): Promise<{ browser: Browser; gaps: string[] }> {
  const { executable, folder, memoryMegabytes } = options;
  const limited = limitedProgram(executable, folder, memoryMegabytes);
  const gaps = limited ? [] : ["the memory of a page: this machine does not limit it"];
  const program = limited ?? executable;
  const asRoot = process.getuid?.() === 0;
  if (!asRoot) {
    try {
      return { browser: await launch(program, options, true), gaps };
    } catch (error) {
      if (!/No usable sandbox|SUID sandbox|move to new namespace/i.test(String(error))) throw error;
    }
  }
  const why = asRoot ? "the worker runs as root" : "this machine does not allow it";
  return { browser: await launch(program, options, false), gaps: [`Chromium's sandbox: ${why}`, ...gaps] };
}

function launch(program: string, { proxy, folder }: LaunchOptions, chromiumSandbox: boolean): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    chromiumSandbox,
    args: browserFlags,
    // Pop-ups open on a click only, one per click, as in a person's browser. Otherwise a page could open hundreds.
    ignoreDefaultArgs: ["--disable-popup-blocking"],
    proxy: { server: proxy.url, bypass: "<-loopback>" },
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" },
    timeout: launchMs,
    // The worker handles signals: it drains first.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

async function openSession(
  { browser, control }: { browser: Browser; control: CDPSession },
  { proxy, engine, folder, filesMegabytes }: LaunchOptions,
  settings: ContextSettings = {},
): Promise<BrowserSession> {
  const proxySession = proxy.open();
  try {
    const context = await browser.newContext({
      acceptDownloads: false,
      ...contextOptions(settings),
      proxy: { server: proxy.url, bypass: "<-loopback>" },
    });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const observed = new Observed(context, proxySession);
    const unasked = engine === "shell" ? new UnaskedWindows() : undefined;
    await Promise.all([answerProxy(cdp, proxySession), unasked?.watch(cdp)]);
    return {
      engine,
      context,
      page,
      windows: new Windows(context, page, cdp, observed, unasked),
      dialogs: new Dialogs(context, observed),
      observed,
      downloads: new Downloads(
        { browser, control, context, cdp, observed },
        { engine, folder, maxBytes: filesMegabytes * 1024 * 1024 },
      ),
      proxySession,
      async collectGarbage() {
        await cdp.send("HeapProfiler.collectGarbage");
      },
      async close() {
        proxySession.close();
        await context.close();
      },
    };
  } catch (error) {
    proxySession.close();
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
    patterns: [{ urlPattern: "*", resourceType: "Document" }],
  });
}

async function findProcess(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return { session, processId: processInfo.find(({ type }) => type === "browser")?.id };
}

/** The browser leads a process group of its own. */
function kill(processId: number): void {
  for (const target of [-processId, processId]) {
    try {
      process.kill(target, "SIGKILL");
      return;
    } catch {
      // Gone already, or not a leader: then by its own id.
    }
  }
}
