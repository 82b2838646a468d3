import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { unlessAborted } from "@gatepost/domain/platform/signal";
import type { BrowserContext, CDPSession, Download } from "playwright";
import type { Observed } from "./observed.ts";

interface DownloadOptions {
  /** Where a file is while it arrives. */
  folder: string;
  /** Bytes of all files that the task keeps. */
  maxBytes: number;
}

/**
 * The files that a task's pages send. The browser refuses them, except while a step takes one: then it stores them in a
 * folder of this step, which is removed when the step ends.
 */
export class Downloads {
  readonly maxBytes: number;
  readonly #control: CDPSession;
  readonly #shownFiles: ShownFiles;
  readonly #context: BrowserContext;
  readonly #cdp: CDPSession;
  readonly #folder: string;
  readonly #observed: Pick<Observed, "takesDownloads">;

  /** `control`: of the browser, for as long as it lives; `cdp`: of the context's first page. */
  constructor(
    {
      control,
      shownFiles,
      context,
      cdp,
      observed,
    }: {
      control: CDPSession;
      shownFiles: ShownFiles;
      context: BrowserContext;
      cdp: CDPSession;
      observed: Pick<Observed, "takesDownloads">;
    },
    { folder, maxBytes }: DownloadOptions,
  ) {
    this.maxBytes = maxBytes;
    this.#control = control;
    this.#shownFiles = shownFiles;
    this.#context = context;
    this.#cdp = cdp;
    this.#observed = observed;
    this.#folder = folder;
  }

  /**
   * Resolves with the first file that `begin` makes a page send, when it has arrived, is larger than is left, broke
   * off, or the time is over. Rejects if `begin` does. `settled`: that all windows are known, also one for this file.
   */
  async take(begin: () => Promise<void>, settled: () => Promise<unknown>, limits: ArrivalLimits): Promise<Arrival> {
    const { targetInfo } = await this.#cdp.send("Target.getTargetInfo");
    const browserContextId = targetInfo.browserContextId as string;
    const downloadPath = await mkdtemp(join(this.#folder, "download-"));
    const arrivals = new Arrivals(this.#control, this.#context, { folder: downloadPath, browserContextId });
    const openBefore = new Set(this.#context.pages());
    // Events are of the whole session of the browser, so they stay on for other tasks.
    const behave = (behavior: "allowAndName" | "deny") =>
      this.#control.send("Browser.setDownloadBehavior", {
        behavior,
        browserContextId,
        downloadPath,
        eventsEnabled: true,
      });
    this.#observed.takesDownloads = true;
    try {
      await behave("allowAndName");
      if (limits.isShownToo) await this.#shownFiles.save(browserContextId);
      await begin();
      const downloaded = await arrivals.first(limits);
      await settled();
      await this.#closeEmptied(openBefore, arrivals);
      return downloaded;
    } finally {
      arrivals.stop();
      await behave("deny").catch(() => {});
      this.#observed.takesDownloads = false;
      for (const guid of await arrivals.unfinished())
        await this.#control.send("Browser.cancelDownload", { guid, browserContextId }).catch(() => {});
      if (limits.isShownToo) await this.#shownFiles.leave(browserContextId).catch(() => {});
      await rm(downloadPath, { recursive: true, force: true });
    }
  }

  /** Closes windows that were opened for a download and have stayed empty; the full browser closes them itself. */
  async #closeEmptied(openBefore: ReadonlySet<unknown>, arrivals: Arrivals): Promise<void> {
    for (const page of this.#context.pages()) {
      if (openBefore.has(page)) continue;
      const isEmptied = async () => {
        const cdp = await this.#context.newCDPSession(page);
        const { targetInfo } = await cdp.send("Target.getTargetInfo");
        // The address as the browser has it: to Playwright, no address is sometimes ":".
        return arrivals.frames.has(targetInfo.targetId) && ["", "about:blank"].includes(targetInfo.url);
      };
      if (await isEmptied().catch(() => false)) await page.close().catch(() => {});
    }
  }
}

/** How often the size of what has arrived is read. */
const lookMs = 25;
const inProgress = ".crdownload";

/** How a download ended. `name`: as the site suggests it, without a path. */
type Arrival =
  | { status: "done"; name: string; bytes: Buffer }
  | { status: "too large"; name: string }
  | { status: "broken off"; name: string }
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
class Arrivals {
  /** Those in which downloads began, of all tasks of the browser. */
  readonly frames = new Set<string>();
  readonly #folder: string;
  readonly #begun = new Map<string, { url: string; name: string }>();
  /** The addresses of those of this context. */
  readonly #own = new Set<string>();
  /** Those that began in windows of other contexts, with the same address perhaps. */
  readonly #foreign = new Set<string>();
  /** Resolves when it is known where those began that were reported until now. */
  #placed = Promise.resolve();
  readonly #ends = new Map<string, "completed" | "canceled">();
  readonly #seen = new Set<string>();
  readonly stop: () => void;

  constructor(
    control: CDPSession,
    context: BrowserContext,
    { folder, browserContextId }: { folder: string; browserContextId: string },
  ) {
    this.#folder = folder;
    const onOwn = (download: Download) => {
      this.#own.add(download.url());
    };
    const onBegin = (begun: { guid: string; frameId: string; url: string; suggestedFilename: string }) => {
      this.#begun.set(begun.guid, { url: begun.url, name: begun.suggestedFilename });
      this.frames.add(begun.frameId);
      const placing = control.send("Target.getTargetInfo", { targetId: begun.frameId }).then(
        ({ targetInfo }) => void (targetInfo.browserContextId !== browserContextId && this.#foreign.add(begun.guid)),
        // A frame within a window is no target.
        () => {},
      );
      this.#placed = this.#placed.then(() => placing);
    };
    const onProgress = ({ guid, state }: { guid: string; state: "inProgress" | "completed" | "canceled" }) => {
      if (state !== "inProgress") this.#ends.set(guid, state);
    };
    context.on("download", onOwn);
    control.on("Browser.downloadWillBegin", onBegin);
    control.on("Browser.downloadProgress", onProgress);
    this.stop = () => {
      context.off("download", onOwn);
      control.off("Browser.downloadWillBegin", onBegin);
      control.off("Browser.downloadProgress", onProgress);
    };
  }

  /** How the download that began first has ended. Downloads that began later count too. */
  async first({ bytesLeft, timeLeft, signal }: ArrivalLimits): Promise<Arrival> {
    for (;;) {
      signal.throwIfAborted();
      const size = await this.#poll();
      await unlessAborted(this.#placed, signal);
      // The browser reports a download before it stores any of it.
      const guid = [...this.#begun.keys()].find((one) => this.#isOurs(one));
      const name = (guid && this.#begun.get(guid)?.name) || "download";
      if (size > bytesLeft) return { status: "too large", name };
      const end = guid && this.#ends.get(guid);
      if (guid && end === "completed") {
        const bytes = await readFile(join(this.#folder, guid));
        return bytes.length > bytesLeft ? { status: "too large", name } : { status: "done", name, bytes };
      }
      if (end === "canceled" || (guid && timeLeft() <= 1)) return { status: "broken off", name };
      if (timeLeft() <= 1) return { status: "none" };
      await sleep(lookMs);
    }
  }

  /** The browser reports the downloads of all its tasks. Of one that breaks off at once, no file is ever there. */
  #isOurs(guid: string): boolean {
    const brokeOff = this.#ends.get(guid) === "canceled" && !this.#foreign.has(guid);
    return this.#seen.has(guid) || (brokeOff && this.#own.has(this.#begun.get(guid)?.url ?? ""));
  }

  /** Those that have neither ended nor been cancelled. */
  async unfinished(): Promise<string[]> {
    await this.#poll().catch(() => 0);
    return [...this.#seen].filter((guid) => !this.#ends.has(guid));
  }

  /** Bytes that are in the folder. */
  async #poll(): Promise<number> {
    let bytes = 0;
    for (const file of await readdir(this.#folder)) {
      this.#seen.add(file.replace(inProgress, ""));
      // Renamed meanwhile: the next poll counts it.
      bytes += await stat(join(this.#folder, file)).then(
        ({ size }) => size,
        () => 0,
      );
    }
    return bytes;
  }
}

/** What a window shows instead of a page. The headless shell downloads PDFs by itself; the full browser shows them too. */
const shownFile =
  /^(?:application\/(?:pdf|json|[\w.-]+\+json|xml)|text\/(?!html\b)[\w.+-]+|(?:image|audio|video)\/[\w.+-]+)/i;

/**
 * Has a browser download the files that windows of some contexts would show. Other responses pass as they are: pages,
 * errors, redirects, and what frames show.
 */
export class ShownFiles {
  /** Of the browser, because a window that opens for a file is not known before the response comes. */
  readonly #control: CDPSession;
  readonly #contexts = new Set<string>();

  /** `control`: of the browser, for as long as it lives. */
  constructor(control: CDPSession) {
    this.#control = control;
    control.on("Fetch.requestPaused", async ({ requestId, frameId, responseHeaders = [], responseStatusCode }) => {
      const headerOf = (name: string) => responseHeaders.find((header) => header.name.toLowerCase() === name)?.value;
      try {
        const isFile = responseStatusCode === 200 && shownFile.test(headerOf("content-type") ?? "");
        if (!isFile || !(await this.#isWindow(frameId))) {
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
  }

  async save(contextId: string): Promise<void> {
    this.#contexts.add(contextId);
    await this.#watch();
  }

  async leave(contextId: string): Promise<void> {
    this.#contexts.delete(contextId);
    if (this.#contexts.size === 0) await this.#watch();
  }

  /**
   * Never `Fetch.disable`, nor a session that is closed: Chromium then never answers requests of any context that are
   * under way.
   */
  async #watch(): Promise<void> {
    const urlPattern = this.#contexts.size > 0 ? "*" : "no-address:";
    const patterns = [{ urlPattern, resourceType: "Document" as const, requestStage: "Response" as const }];
    await this.#control.send("Fetch.enable", { patterns });
  }

  async #isWindow(frameId: string): Promise<boolean> {
    const { targetInfos } = await this.#control.send("Target.getTargets", { filter: [{ type: "page" }] });
    const window = targetInfos.find(({ targetId }) => targetId === frameId);
    return this.#contexts.has(window?.browserContextId ?? "");
  }
}
