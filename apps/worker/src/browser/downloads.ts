import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, CDPSession } from "playwright";
import { type Arrival, type ArrivalLimits, Arrivals } from "./arrivals.ts";
import type { Observed } from "./observed.ts";
import { saveShownFiles } from "./save-pdfs.ts";

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
  readonly #browser: Browser;
  readonly #control: CDPSession;
  readonly #context: BrowserContext;
  readonly #cdp: CDPSession;
  readonly #folder: string;
  readonly #observed: Pick<Observed, "takesDownloads">;

  /** `control`: of the browser, for as long as it lives; `cdp`: of the context's first page. */
  constructor(
    {
      browser,
      control,
      context,
      cdp,
      observed,
    }: {
      browser: Browser;
      control: CDPSession;
      context: BrowserContext;
      cdp: CDPSession;
      observed: Pick<Observed, "takesDownloads">;
    },
    { folder, maxBytes }: DownloadOptions,
  ) {
    this.maxBytes = maxBytes;
    this.#browser = browser;
    this.#control = control;
    this.#context = context;
    this.#cdp = cdp;
    this.#observed = observed;
    this.#folder = folder;
  }

  /**
   * Resolves with the first file that `begin` makes a page send, when it has arrived, is larger than there is room for, broke
   * off, or the time is over. Rejects if `begin` does. `settled`: that all windows are known, also one for this file.
   */
  async take(begin: () => Promise<void>, settled: () => Promise<unknown>, limits: ArrivalLimits): Promise<Arrival> {
    const { targetInfo } = await this.#cdp.send("Target.getTargetInfo");
    const browserContextId = targetInfo.browserContextId as string;
    const downloadPath = await mkdtemp(join(this.#folder, "download-"));
    const arrivals = new Arrivals(this.#control, this.#context, downloadPath);
    const openBefore = new Set(this.#context.pages());
    // Events are of the whole session of the browser, so they stay on for other tasks.
    const behave = (behavior: "allowAndName" | "deny") =>
      this.#control.send("Browser.setDownloadBehavior", {
        behavior,
        browserContextId,
        downloadPath,
        eventsEnabled: true,
      });
    let shown: CDPSession | undefined;
    this.#observed.takesDownloads = true;
    try {
      await behave("allowAndName");
      shown = await saveShownFiles(this.#browser, browserContextId);
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
      await shown?.detach().catch(() => {});
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
