import { setTimeout as sleep } from "node:timers/promises";
import { within } from "@gatepost/domain/platform/signal";
import type { CDPSession, Frame, Page } from "playwright";
import { hasLoaded } from "../browser/frames.ts";
import { coverLive, uncoverLive } from "../privacy/cover-live.ts";
import type { Secrets } from "../privacy/redact.ts";

/** Of the page's size; people read text in it. */
const quality = 60;
const maxSize = { maxWidth: 1_920, maxHeight: 1_920 };
/**
 * The least time between two frames: a window that somebody touches gets thirty a second. All others of a worker share eight a second,
 * because each frame takes CPU from the tasks beside it (rows L2 and L3). A page that cannot be covered is looked at once a second.
 */
const pauseMs = { touched: 33, shared: 125, uncovered: 1_000 };
const touchedMs = 1_000;
/** How long a frame may take to paint, and then the page to be drawn. */
const paintMs = 500;
const drawMs = 5_000;
/** Within which a screencast that begins sends its first frame. Chromium drops it where the page is just being replaced. */
const firstFrameMs = 1_000;
/** How often a frame that may show what it must not is followed by another try at once, before the picture waits between two. */
const maxTries = 20;

interface ScreencastOptions {
  page: Page;
  cdp: CDPSession;
  secrets: Secrets;
  /** Whether a frame that comes now may show what cannot be covered yet. */
  isHidden(): boolean;
  /** How many windows of this worker are watched. */
  watched(): number;
  /** Called with each frame, and the size of the window in CSS pixels. Resolves when another one is wanted. */
  show(frame: Buffer, size: { width: number; height: number }): Promise<void>;
}

/**
 * The frames of one window. Chromium makes one only when something has changed, and drops further ones while two are not
 * acknowledged: what changed during a pause is seen by asking for a frame after it. A frame is shown only if everything that
 * pictures cover was covered in the documents that it shows.
 */
export class Screencast {
  readonly #options: ScreencastOptions;
  #stopped = false;
  /** How many documents the page and its frames have shown, now and when everything was covered last. */
  #documents = 0;
  #coveredDocuments = -1;
  #touchedAt = Number.NEGATIVE_INFINITY;
  #tries = 0;
  /** Whether a frame is being shown, or the pause after it lasts; what ends that pause; whether another frame came meanwhile. */
  #isBusy = false;
  #pause = new AbortController();
  #hasChanged = false;
  #lastData = "";
  #wasMoving = false;
  /** Chromium numbers screencasts. */
  #started = 0;
  #firstFrame: NodeJS.Timeout | undefined;
  /** The last one whose frames may show what must not be seen. */
  #uncoveredUntil = 0;
  #refreshing: Promise<void> = Promise.resolve();

  constructor(options: ScreencastOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { page, cdp } = this.#options;
    page.on("framenavigated", this.#noteDocument);
    cdp.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
      clearTimeout(this.#firstFrame);
      const size = { width: metadata.deviceWidth, height: metadata.deviceHeight };
      if (this.#isBusy) this.#hasChanged = true;
      else void this.#take(data, size, sessionId).catch(() => {});
    });
    // A page that does not answer now is covered with its first frame.
    await this.cover().catch(() => {});
    await this.afterPainting();
    await this.refresh();
  }

  /** Has the browser send a frame although nothing has changed. */
  refresh(): Promise<void> {
    // One after the other: a screencast that begins before the last one has ended gets no number of its own.
    const refreshing = this.#refreshing.then(async () => {
      if (this.#stopped) return;
      const { cdp } = this.#options;
      clearTimeout(this.#firstFrame);
      this.#firstFrame = setTimeout(() => void this.refresh().catch(() => {}), firstFrameMs);
      await cdp.send("Page.stopScreencast");
      this.#started += 1;
      await cdp.send("Page.startScreencast", { format: "jpeg", quality, ...maxSize });
    });
    this.#refreshing = refreshing.catch(() => {});
    return refreshing;
  }

  /** Shows no frame that was drawn until now. */
  async beginAgain(): Promise<void> {
    this.#uncoveredUntil = this.#started;
    await this.refresh().catch(() => {});
  }

  /** Somebody has touched the page, and wants to see at once what it does. */
  touched(): void {
    this.#touchedAt = performance.now();
    this.#pause.abort();
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    clearTimeout(this.#firstFrame);
    const { page, cdp } = this.#options;
    page.off("framenavigated", this.#noteDocument);
    await cdp.send("Page.stopScreencast").catch(() => {});
    await Promise.all([cdp.detach().catch(() => {}), uncoverLive(page).catch(() => {})]);
  }

  readonly #noteDocument = (): void => {
    this.#documents += 1;
  };

  /**
   * Resolves when the page has painted what was covered: the frames under way are older. If the page is too busy for that, the next
   * frame may be older too.
   */
  async afterPainting(): Promise<void> {
    const painted = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
      });
    const { page, cdp } = this.#options;
    const paints = (frame: Frame) => within(frame.evaluate(painted), paintMs);
    // An inner frame that is out of sight does not paint.
    await Promise.all(
      page
        .frames()
        .filter(hasLoaded)
        .map((frame) => paints(frame).catch(() => {})),
    );
    // Chromium answers once what it has just drawn is on the screen, which the page itself cannot know.
    const drawn = cdp.send("Page.captureScreenshot", { format: "jpeg", quality: 1 });
    await within(drawn, drawMs).catch(() => {
      this.#coveredDocuments = -1;
    });
  }

  /** Whether everything was covered already, in the same documents. */
  async cover(): Promise<boolean> {
    const { page, secrets } = this.#options;
    const documents = this.#documents;
    const uncovered = await coverLive(page, secrets);
    const isSame = documents === this.#coveredDocuments && documents === this.#documents;
    this.#coveredDocuments = documents;
    return uncovered === 0 && isSame;
  }

  async #take(data: string, size: { width: number; height: number }, sessionId: number): Promise<void> {
    const { cdp } = this.#options;
    this.#isBusy = true;
    this.#hasChanged = false;
    const came = performance.now();
    try {
      if (await this.#show(data, size, sessionId)) {
        const isMoving = !this.#isTouched() && data !== this.#lastData;
        this.#lastData = data;
        // Chromium also captures what it does not send: a page that moves would cost 0.4 of a core instead of 0.23 (row L2). Where
        // nothing has changed since the last frame, it goes on, and says when something does.
        if (isMoving) {
          await cdp.send("Page.stopScreencast");
          this.#hasChanged = true;
        }
        await this.#pauseSince(came);
        if (isMoving && this.#wasMoving) await this.#showMoving(size).catch(() => {});
        this.#wasMoving = isMoving;
      }
    } finally {
      this.#isBusy = false;
    }
    if (this.#hasChanged) await this.refresh();
    else await cdp.send("Page.screencastFrameAck", { sessionId });
  }

  #isTouched(): boolean {
    return performance.now() - this.#touchedAt < touchedMs;
  }

  async #pauseSince(came: number): Promise<void> {
    const shared = pauseMs.shared * Math.max(1, this.#options.watched());
    const until = came + (this.#tries > 0 ? pauseMs.uncovered : this.#isTouched() ? pauseMs.touched : shared);
    this.#pause = new AbortController();
    const { signal } = this.#pause;
    await sleep(Math.max(0, until - performance.now()), undefined, { signal }).catch(() => {});
  }

  /**
   * Shows a window that keeps moving until two pictures are the same, or somebody touches it. Each picture is asked for: a screencast
   * that begins again for each costs twice as much CPU (row L2).
   */
  async #showMoving(size: { width: number; height: number }): Promise<void> {
    const started = this.#started;
    let last = "";
    while (!this.#stopped && !this.#isTouched() && started === this.#started) {
      const came = performance.now();
      const capture = this.#options.cdp.send("Page.captureScreenshot", { format: "jpeg", quality });
      const { data } = await within(capture, drawMs);
      if (data === last || !(await this.#show(data, size, started))) return;
      last = data;
      await this.#pauseSince(came);
    }
  }

  /** Shows a frame if it may be seen. Whether a pause must follow: after one that was shown, or where a page cannot be covered. */
  async #show(data: string, size: { width: number; height: number }, sessionId: number): Promise<boolean> {
    const { isHidden, show } = this.#options;
    if (sessionId <= this.#uncoveredUntil) this.#hasChanged = true;
    if (this.#stopped || sessionId <= this.#uncoveredUntil || isHidden()) return false;
    const isCovered = await this.cover().catch(() => false);
    if (this.#stopped || isHidden()) return false;
    if (isCovered) {
      this.#tries = 0;
      await show(Buffer.from(data, "base64"), size);
    } else {
      this.#tries += 1;
      await this.afterPainting();
      this.#uncoveredUntil = this.#started;
      this.#hasChanged = true;
    }
    return isCovered || this.#tries > maxTries;
  }
}
