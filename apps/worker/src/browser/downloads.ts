import { mkdtemp, readdir, readFile, rm, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Download, Page } from "playwright";
import type { Observed } from "./observed.ts";

interface DownloadOptions {
  /** Of the browser, for as long as it lives. */
  control: CDPSession;
  shownFiles: ShownFiles;
  context: BrowserContext;
  /** The browser's id of it. */
  browserContextId: string;
  observed: Pick<Observed, "takesDownloads">;
  /** Where a file is while it arrives. */
  folder: string;
  /** Bytes of all files that the task keeps. */
  maxBytes: number;
}

export type Downloads = ReturnType<typeof openDownloads>;

/**
 * The files that a task's pages send. The browser refuses them, except while a step takes one: then it stores them in a
 * folder of this step, which is removed when the step ends, and again with the context: the browser makes it anew for a file that
 * it had let begin and that came after the one that was kept.
 */
export function openDownloads(options: DownloadOptions) {
  const { control, shownFiles, context, browserContextId, observed, folder, maxBytes } = options;
  // Events are of the whole session of the browser, so they stay on for other tasks.
  const behave = (how: { behavior: "allowAndName" | "deny"; downloadPath?: string }) =>
    control.send("Browser.setDownloadBehavior", { ...how, browserContextId, eventsEnabled: true });

  const used: string[] = [];
  const remove = (path: string) => rm(path, { recursive: true, force: true });
  context.once("close", () => void Promise.all(used.map(remove)).catch(() => {}));

  /**
   * Resolves with the first file that `begin` makes a page send, when it has arrived, is larger than is left, broke
   * off, or the time is over. Rejects if `begin` does. `settled`: that all windows are known, also one for this file.
   */
  async function take(begin: () => Promise<void>, settled: () => Promise<unknown>, limits: ArrivalLimits) {
    const downloadPath = await mkdtemp(join(folder, "download-"));
    used.push(downloadPath);
    const arrivals = watchArrivals(control, context, downloadPath);
    const openBefore = new Set(context.pages());
    observed.takesDownloads = true;
    try {
      await behave({ behavior: "allowAndName", downloadPath });
      if (limits.isShownToo) {
        await shownFiles.save(browserContextId);
        context.on("page", saveMade);
      }
      await begin();
      const downloaded = await arrivals.first(limits);
      await settled();
      await closeEmptied(openBefore, arrivals.beganIn);
      return downloaded;
    } finally {
      context.off("page", saveMade);
      await behave({ behavior: "deny" }).catch(() => {});
      observed.takesDownloads = false;
      await arrivals.stop();
      if (limits.isShownToo) await shownFiles.leave(browserContextId).catch(() => {});
      await remove(downloadPath);
    }
  }

  /** Closes windows that were opened for a download and show nothing else; the full browser closes empty ones itself. */
  async function closeEmptied(openBefore: ReadonlySet<unknown>, began: (targetId: string) => boolean): Promise<void> {
    for (const page of context.pages()) {
      if (openBefore.has(page)) continue;
      const isEmptied = async () => {
        const { targetInfo } = await (await context.newCDPSession(page)).send("Target.getTargetInfo");
        // The address as the browser has it: to Playwright, no address is sometimes ":".
        const isEmpty = ["", "about:blank"].includes(targetInfo.url);
        return began(targetInfo.targetId) && (isEmpty || (await showsMade(page)));
      };
      if (await isEmptied().catch(() => false)) await page.close().catch(() => {});
    }
  }

  return { maxBytes, take };
}

/** How often the size of what has arrived is read. */
const lookMs = 25;

/** How a download ended. `name`: as the site suggests it, without a path. */
type Arrival =
  | { status: "done"; name: string; bytes: Buffer }
  | { status: "too large"; name: string }
  /** `hasSpace`: whether the worker's disk can take what a task may still keep. */
  | { status: "broken off"; name: string; hasSpace: boolean }
  | { status: "none" };

interface ArrivalLimits {
  /** Bytes. */
  bytesLeft: number;
  /** Milliseconds. */
  timeLeft(): number;
  signal: AbortSignal;
  /** Whether files count that a window would show. */
  isShownToo: boolean;
}

/** The downloads of a context, which arrive in a folder, where each file is named by the browser's id of its download. */
function watchArrivals(control: CDPSession, context: BrowserContext, folder: string) {
  /** The frames of all tasks of the browser in which one began. */
  const beganIn = new Set<string>();
  /** `failure`: null for one that is complete, undefined for one that arrives. */
  const own: { download: Download; failure?: string | null }[] = [];

  const onBegin = ({ frameId }: { frameId: string }) => void beganIn.add(frameId);
  const onOwn = (download: Download) => {
    const arriving: (typeof own)[number] = { download };
    own.push(arriving);
    const ended = download.failure().catch(() => "closed");
    void ended.then((failure) => Object.assign(arriving, { failure }));
  };
  control.on("Browser.downloadWillBegin", onBegin);
  context.on("download", onOwn);

  async function bytesArrived(): Promise<number> {
    const files = await readdir(folder);
    // One that was renamed in between is counted at the next look.
    const found = await Promise.all(files.map((file) => stat(join(folder, file)).catch(() => ({ size: 0 }))));
    return found.reduce((sum, { size }) => sum + size, 0);
  }

  return {
    /** Whether a download began in a window. */
    beganIn: (targetId: string) => beganIn.has(targetId),
    /** How the download that began first has ended. Downloads that began later count too. */
    async first({ bytesLeft, timeLeft, signal }: ArrivalLimits): Promise<Arrival> {
      for (;;) {
        signal.throwIfAborted();
        const size = await bytesArrived();
        const [first] = own;
        const name = first?.download.suggestedFilename() || "download";
        if (size > bytesLeft) return { status: "too large", name };
        if (first?.failure === null) {
          // Playwright expects it in a folder of its own, under the same name.
          const bytes = await readFile(join(folder, basename(await first.download.path())));
          return bytes.length > bytesLeft ? { status: "too large", name } : { status: "done", name, bytes };
        }
        if (first?.failure || (first && timeLeft() <= 1)) {
          const { bavail, bsize } = await statfs(folder);
          return { status: "broken off", name, hasSpace: bavail * bsize > bytesLeft };
        }
        if (timeLeft() <= 1) return { status: "none" };
        await sleep(lookMs);
      }
    },
    async stop(): Promise<void> {
      context.off("download", onOwn);
      control.off("Browser.downloadWillBegin", onBegin);
      for (const { download, failure } of own) if (failure === undefined) await download.cancel().catch(() => {});
    },
  };
}

/** What a window shows instead of a page. The headless shell downloads PDFs by itself; the full browser shows them too. */
const shownFile =
  /^(?:application\/(?:pdf|json|[\w.-]+\+json|xml)|text\/(?!html\b)[\w.+-]+|(?:image|audio|video)\/[\w.+-]+)/i;

/** Whether a window shows a blob that is no page, such as JSON. */
async function showsMade(page: Page): Promise<boolean> {
  return page.url().startsWith("blob:") && shownFile.test(await page.evaluate(() => document.contentType));
}

/** Has a new window download such a file: there is no response whose headers could be changed. */
async function saveMade(page: Page): Promise<void> {
  try {
    await page.waitForURL(/^blob:/, { waitUntil: "domcontentloaded" });
    if (!(await showsMade(page))) return;
    await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = location.href;
      link.download = "";
      link.click();
    });
  } catch {
    // It shows a page, or was closed.
  }
}

export type ShownFiles = ReturnType<typeof showFiles>;

/**
 * Has a browser download the files that windows of some contexts would show. Other responses pass as they are: pages,
 * errors, redirects, and what frames show. `control`: of the browser, for as long as it lives, because a window that opens
 * for a file is not known before the response comes.
 */
export function showFiles(control: CDPSession) {
  const contexts = new Set<string>();

  async function isWindow(frameId: string): Promise<boolean> {
    const { targetInfos } = await control.send("Target.getTargets", { filter: [{ type: "page" }] });
    const window = targetInfos.find(({ targetId }) => targetId === frameId);
    return contexts.has(window?.browserContextId ?? "");
  }

  /** Never `Fetch.disable`, nor a session that is closed: Chromium then never answers requests of any context that are under way. */
  async function watch(): Promise<void> {
    const urlPattern = contexts.size > 0 ? "*" : "no-address:";
    const patterns = [{ urlPattern, resourceType: "Document" as const, requestStage: "Response" as const }];
    await control.send("Fetch.enable", { patterns });
  }

  control.on("Fetch.requestPaused", async ({ requestId, frameId, responseHeaders = [], responseStatusCode }) => {
    const headerOf = (name: string) => responseHeaders.find((header) => header.name.toLowerCase() === name)?.value;
    try {
      const isFile = responseStatusCode === 200 && shownFile.test(headerOf("content-type") ?? "");
      if (!isFile || !(await isWindow(frameId))) {
        await control.send("Fetch.continueRequest", { requestId });
        return;
      }
      const disposition = (headerOf("content-disposition") ?? "").replace(/^[^;]*/, "attachment");
      const others = responseHeaders.filter(({ name }) => name.toLowerCase() !== "content-disposition");
      await control.send("Fetch.continueResponse", {
        requestId,
        responseCode: responseStatusCode,
        responseHeaders: [...others, { name: "content-disposition", value: disposition }],
      });
    } catch {
      // The window, or the browser, was closed meanwhile.
    }
  });

  return {
    async save(contextId: string): Promise<void> {
      contexts.add(contextId);
      await watch();
    },
    async leave(contextId: string): Promise<void> {
      contexts.delete(contextId);
      if (contexts.size === 0) await watch();
    },
  };
}
