import { mkdtemp, readdir, readFile, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { unlessAborted } from "@gatepost/domain/platform/signal";
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
 * folder of this step, which is removed when the step ends.
 */
export function openDownloads({
  control,
  shownFiles,
  context,
  browserContextId,
  observed,
  folder,
  maxBytes,
}: DownloadOptions) {
  /**
   * Resolves with the first file that `begin` makes a page send, when it has arrived, is larger than is left, broke
   * off, or the time is over. Rejects if `begin` does. `settled`: that all windows are known, also one for this file.
   */
  async function take(begin: () => Promise<void>, settled: () => Promise<unknown>, limits: ArrivalLimits) {
    const downloadPath = await mkdtemp(join(folder, "download-"));
    const arrivals = watchArrivals(control, context, downloadPath, browserContextId);
    const openBefore = new Set(context.pages());
    // Events are of the whole session of the browser, so they stay on for other tasks.
    const behave = (behavior: "allowAndName" | "deny") =>
      control.send("Browser.setDownloadBehavior", { behavior, browserContextId, downloadPath, eventsEnabled: true });
    observed.takesDownloads = true;
    try {
      await behave("allowAndName");
      if (limits.isShownToo) {
        await shownFiles.save(browserContextId);
        context.on("page", saveMade);
      }
      await begin();
      const downloaded = await arrivals.first(limits);
      await settled();
      await closeEmptied(openBefore, arrivals.frames);
      return downloaded;
    } finally {
      arrivals.stop();
      context.off("page", saveMade);
      await behave("deny").catch(() => {});
      observed.takesDownloads = false;
      for (const guid of await arrivals.unfinished())
        await control.send("Browser.cancelDownload", { guid, browserContextId }).catch(() => {});
      if (limits.isShownToo) await shownFiles.leave(browserContextId).catch(() => {});
      await rm(downloadPath, { recursive: true, force: true });
    }
  }

  /** Closes windows that were opened for a download and show nothing else; the full browser closes empty ones itself. */
  async function closeEmptied(openBefore: ReadonlySet<unknown>, frames: ReadonlySet<string>): Promise<void> {
    for (const page of context.pages()) {
      if (openBefore.has(page)) continue;
      const isEmptied = async () => {
        const { targetInfo } = await (await context.newCDPSession(page)).send("Target.getTargetInfo");
        // The address as the browser has it: to Playwright, no address is sometimes ":".
        const isEmpty = ["", "about:blank"].includes(targetInfo.url);
        return frames.has(targetInfo.targetId) && (isEmpty || (await showsMade(page)));
      };
      if (await isEmptied().catch(() => false)) await page.close().catch(() => {});
    }
  }

  return { maxBytes, take };
}

/** How often the size of what has arrived is read. */
const lookMs = 25;
const inProgress = ".crdownload";

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

/** The downloads that arrive in a folder, where each file is named by the browser's id of its download. */
function watchArrivals(control: CDPSession, context: BrowserContext, folder: string, browserContextId: string) {
  /** Those in which downloads began, of all tasks of the browser. */
  const frames = new Set<string>();
  const begun = new Map<string, { url: string; name: string }>();
  /** The addresses of those of this context. */
  const own = new Set<string>();
  /** Those that began in windows of other contexts, with the same address perhaps. */
  const foreign = new Set<string>();
  /** Resolves when it is known where those began that were reported until now. */
  let placed = Promise.resolve();
  const ends = new Map<string, "completed" | "canceled">();
  const seen = new Set<string>();

  const onOwn = (download: Download) => {
    own.add(download.url());
  };
  const onBegin = (one: { guid: string; frameId: string; url: string; suggestedFilename: string }) => {
    begun.set(one.guid, { url: one.url, name: one.suggestedFilename });
    frames.add(one.frameId);
    const placing = control.send("Target.getTargetInfo", { targetId: one.frameId }).then(
      ({ targetInfo }) => void (targetInfo.browserContextId !== browserContextId && foreign.add(one.guid)),
      // A frame within a window is no target.
      () => {},
    );
    placed = placed.then(() => placing);
  };
  const onProgress = ({ guid, state }: { guid: string; state: "inProgress" | "completed" | "canceled" }) => {
    if (state !== "inProgress") ends.set(guid, state);
  };
  context.on("download", onOwn);
  control.on("Browser.downloadWillBegin", onBegin);
  control.on("Browser.downloadProgress", onProgress);

  /** The browser reports the downloads of all its tasks. Of one that breaks off at once, no file is ever there. */
  function isOurs(guid: string): boolean {
    const brokeOff = ends.get(guid) === "canceled" && !foreign.has(guid);
    return seen.has(guid) || (brokeOff && own.has(begun.get(guid)?.url ?? ""));
  }

  /** Bytes that are in the folder. */
  async function poll(): Promise<number> {
    let bytes = 0;
    for (const file of await readdir(folder)) {
      seen.add(file.replace(inProgress, ""));
      // Renamed meanwhile: the next poll counts it.
      bytes += await stat(join(folder, file)).then(
        ({ size }) => size,
        () => 0,
      );
    }
    return bytes;
  }

  return {
    frames,
    /** How the download that began first has ended. Downloads that began later count too. */
    async first({ bytesLeft, timeLeft, signal }: ArrivalLimits): Promise<Arrival> {
      for (;;) {
        signal.throwIfAborted();
        const size = await poll();
        await unlessAborted(placed, signal);
        // The browser reports a download before it stores any of it.
        const guid = [...begun.keys()].find(isOurs);
        const name = (guid && begun.get(guid)?.name) || "download";
        if (size > bytesLeft) return { status: "too large", name };
        const end = guid && ends.get(guid);
        if (guid && end === "completed") {
          const bytes = await readFile(join(folder, guid));
          return bytes.length > bytesLeft ? { status: "too large", name } : { status: "done", name, bytes };
        }
        if (end === "canceled" || (guid && timeLeft() <= 1)) {
          const { bavail, bsize } = await statfs(folder);
          return { status: "broken off", name, hasSpace: bavail * bsize > bytesLeft };
        }
        if (timeLeft() <= 1) return { status: "none" };
        await sleep(lookMs);
      }
    },
    /** Those that have neither ended nor been cancelled. */
    async unfinished(): Promise<string[]> {
      await poll().catch(() => 0);
      return [...seen].filter((guid) => !ends.has(guid));
    },
    stop() {
      context.off("download", onOwn);
      control.off("Browser.downloadWillBegin", onBegin);
      control.off("Browser.downloadProgress", onProgress);
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

  /**
   * Never `Fetch.disable`, nor a session that is closed: Chromium then never answers requests of any context that are
   * under way.
   */
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
