import type { Engine } from "@gatepost/contract/engines";
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright";
import type { EgressProxy } from "../egress/egress-proxy.ts";
import type { ProxySession } from "../egress/proxy-session.ts";
import { within } from "../runtime/abort.ts";
import { browserFlags } from "./browser-flags.ts";
import { limitedProgram } from "./limited-program.ts";
import { UnaskedWindows } from "./unasked-windows.ts";
import { Windows } from "./windows.ts";

const launchMs = 30_000;
const answerMs = 10_000;

/** One task's own corner of a browser: a fresh profile with one page, and its own way out. */
export interface BrowserSession {
  readonly engine: Engine;
  readonly context: BrowserContext;
  /** The first page. Steps act on that of `windows`. */
  readonly page: Page;
  readonly windows: Windows;
  readonly proxySession: ProxySession;
  close(): Promise<void>;
}

export interface RunningBrowser {
  /** What of the box could not be had on this machine, and why; empty where all of it holds. */
  readonly gaps: readonly string[];
  /** The browser's own process, which leads those of its pages. */
  readonly processId: number | undefined;
  /** Aborted when the process is gone, wanted or not. */
  readonly gone: AbortSignal;
  /** Resolves when the browser itself has answered, whatever its pages do. A frozen one never does. */
  answer(): Promise<void>;
  openSession(): Promise<BrowserSession>;
  /** Ends it politely. */
  close(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

export interface LaunchOptions {
  engine: Engine;
  /** The browser's program. */
  executable: string;
  proxy: EgressProxy;
  /** Where it may leave files; it sees no other folder and nothing else of our environment. */
  folder: string;
  /** What each of its processes may write to; a page that wants more fails. */
  memoryMegabytes: number;
}

/** Starts a Chromium whose every connection passes the proxy. Rejects where it does not start. */
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
    openSession: () => openSession(browser, options),
    close: () => browser.close(),
    kill() {
      if (processId && !gone.signal.aborted) kill(processId);
    },
  };
}

/** Chromium refuses its sandbox to root, and where the machine has no user namespaces: better none than no browser. */
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
    // Windows open on a click only, one for each, as in a person's browser: without this a page opens them by the hundred.
    ignoreDefaultArgs: ["--disable-popup-blocking"],
    proxy: { server: proxy.url, bypass: "<-loopback>" },
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" },
    timeout: launchMs,
    // Signals are the worker's affair: it drains first.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

async function openSession(browser: Browser, { proxy, engine }: LaunchOptions): Promise<BrowserSession> {
  const proxySession = proxy.open();
  try {
    const context = await browser.newContext({
      acceptDownloads: false,
      proxy: { server: proxy.url, bypass: "<-loopback>" },
    });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const unasked = engine === "shell" ? new UnaskedWindows() : undefined;
    await Promise.all([answerProxy(cdp, proxySession), unasked?.watch(cdp)]);
    return {
      engine,
      context,
      page,
      windows: new Windows(context, page, cdp, unasked),
      proxySession,
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

/**
 * Answers the proxy's one question for credentials; the context remembers them for all that it opens later.
 * Playwright's own way (username and password of the proxy) holds every request of the task up for a round trip and
 * switches the cache off: measured, 20 fetches instead of 4 on five small pages.
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
