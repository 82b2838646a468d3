import type { LiveState } from "@gatepost/contract/live";
import type { LiveInput } from "@gatepost/contract/live-input";
import { logFault } from "@gatepost/domain/platform/log";
import type { Dialog, Download, FileChooser, Page } from "playwright";
import type { BrowserSession } from "../browser/browser-session.ts";
import type { Results } from "../steps/results.ts";

/** How long a file may go on arriving after the page was handed back. */
const lateMs = 30_000;

export type AskedSession = Pick<BrowserSession, "context" | "windows" | "dialogs" | "downloads">;

/** What a task keeps of downloads: the names under which its DOWNLOAD_FILE steps keep them, and what it has so far. */
export interface TaskFiles {
  names(): readonly string[];
  results: Pick<Results, "files" | "fileBytesExcept" | "addFile">;
}

/** What a page asks of the person who has it: its dialogs, the files that it wants, and those that it offers. */
export class PageAsks {
  readonly #session: AskedSession;
  readonly #files: TaskFiles;
  readonly #changed: () => void;
  readonly #over = new AbortController();
  #isTheirs = false;
  #dialog: Dialog | undefined;
  #chooser: FileChooser | undefined;
  #download: LiveState["download"] = null;
  #keeping: Promise<void> = Promise.resolve();
  /** While the page is not ready for what the person does next, because files come to it or from it: resolves when it is. */
  ready: Promise<void> | undefined;
  #takes = false;
  /** Until when a file may arrive that has begun to, after the page was handed back. */
  #lateUntil = 0;
  #kept: string[] = [];

  constructor(session: AskedSession, files: TaskFiles, changed: () => void) {
    this.#session = session;
    this.#files = files;
    this.#changed = changed;
  }

  /** Whether a person has the page from now on. */
  follow(isTheirs: boolean): void {
    if (isTheirs === this.#isTheirs) return;
    this.#isTheirs = isTheirs;
    const { context, dialogs } = this.#session;
    dialogs.person = isTheirs ? (dialog) => this.#ask(dialog) : undefined;
    this.#chooser = undefined;
    if (isTheirs) {
      for (const page of context.pages()) this.#listenForFiles(page);
      context.on("page", this.#listenForFiles);
      context.on("download", this.#offered);
      this.#kept = [];
      const ready = Promise.withResolvers<void>();
      this.#wait(ready.promise);
      this.#keeping = this.#keepFiles(ready.resolve)
        .catch((error) => {
          if (!this.#over.signal.aborted) logFault("downloads not kept", error);
        })
        .finally(ready.resolve);
    } else {
      for (const page of context.pages()) page.off("filechooser", this.#fileChooser);
      context.off("page", this.#listenForFiles);
      context.off("download", this.#offered);
      if (this.#download?.outcome === "arriving") this.#lateUntil = performance.now() + lateMs;
      this.#download = null;
      this.answer(false, "");
    }
  }

  /** Resolves with the names of the files that were kept, once none arrives any more. */
  async settled(): Promise<readonly string[]> {
    await this.#keeping;
    return this.#kept;
  }

  /** The browser is closing. */
  close(): void {
    this.#over.abort();
  }

  state(redacted: (text: string) => string): Pick<LiveState, "dialog" | "chooser" | "download"> {
    const dialog = this.#dialog;
    const download = this.#download;
    return {
      dialog: dialog
        ? { kind: dialog.type(), message: redacted(dialog.message()), value: redacted(dialog.defaultValue()) }
        : null,
      chooser: this.#chooser ? { multiple: this.#chooser.isMultiple() } : null,
      download: download && { ...download, name: redacted(download.name) },
    };
  }

  /** Answers the dialog that the page has open, and returns it. */
  answer(accepts: boolean, text: string): Dialog | undefined {
    const dialog = this.#dialog;
    this.#dialog = undefined;
    const answered = accepts ? dialog?.accept(dialog.type() === "prompt" ? text : undefined) : dialog?.dismiss();
    answered?.catch(() => {});
    this.#changed();
    return dialog;
  }

  /** Gives the page the files that it wants, and returns what has asked for them. */
  choose(files: (LiveInput & { type: "files" })["files"]): FileChooser | undefined {
    const chooser = this.#chooser;
    this.#chooser = undefined;
    const buffers = files.map(({ base64, ...file }) => ({ ...file, buffer: Buffer.from(base64, "base64") }));
    const given = chooser?.setFiles(buffers).catch(() => {});
    if (given) this.#wait(given);
    this.#changed();
    return chooser;
  }

  /** What the person does waits for this. */
  #wait(promise: Promise<void>): void {
    const ready = Promise.all([this.ready, promise]).then(() => {
      if (this.ready === ready) this.ready = undefined;
    });
    this.ready = ready;
  }

  #ask(dialog: Dialog): void {
    // Of another window, which would wait for its answer for ever.
    this.#dialog?.dismiss().catch(() => {});
    this.#dialog = dialog;
    this.#changed();
  }

  readonly #listenForFiles = (page: Page): unknown => page.on("filechooser", this.#fileChooser);

  readonly #fileChooser = (chooser: FileChooser): void => {
    this.#chooser = chooser;
    this.#changed();
  };

  readonly #offered = (download: Download): void => {
    const name = download.suggestedFilename();
    if (this.#nextName() === undefined) this.#say(name, "refused");
    // Between two downloads, the browser takes none for a moment.
    else this.#say(name, this.#takes ? "arriving" : "failed");
  };

  #say(name: string, outcome: NonNullable<LiveState["download"]>["outcome"]): void {
    if (!this.#isTheirs) return;
    this.#download = { name, outcome };
    this.#changed();
  }

  /** The name of the task's next DOWNLOAD_FILE that has no file yet. */
  #nextName(): string | undefined {
    return this.#files.names().find((name) => !this.#files.results.files.has(name));
  }

  /** Keeps each file that the page sends as the task's next DOWNLOAD_FILE would. */
  async #keepFiles(ready: () => void): Promise<void> {
    const { downloads, windows } = this.#session;
    const { results } = this.#files;
    const { signal } = this.#over;
    const timeLeft = () => (this.#isTheirs ? Number.POSITIVE_INFINITY : this.#lateUntil - performance.now());
    for (let as = this.#nextName(); as !== undefined && this.#isTheirs; as = this.#nextName()) {
      const bytesLeft = downloads.maxBytes - results.fileBytesExcept(as);
      const arrival = await downloads.take(
        async () => {
          this.#takes = true;
          ready();
        },
        () => windows.settle(lateMs),
        { bytesLeft, timeLeft, signal, isShownToo: false },
      );
      this.#takes = false;
      if (arrival.status === "none") return;
      if (arrival.status === "done") {
        results.addFile(as, arrival);
        this.#kept.push(arrival.name);
      }
      this.#say(arrival.name, arrival.status === "done" ? "kept" : "failed");
    }
  }
}
