import type { LiveRecording } from "@gatepost/contract/live";
import type { LiveInput } from "@gatepost/contract/live-input";
import type { LiveTicket } from "@gatepost/domain/live/live-ticket";
import { unlessAborted } from "@gatepost/domain/platform/signal";
import type { Dialog, FileChooser, Page } from "playwright";
import type { Secrets } from "../privacy/redact.ts";
import type { Handover } from "./handover.ts";
import type { Connection } from "./live-server.ts";
import { elementAt, elementsOf } from "./pick.ts";
import { type RecordedSession, Recorder } from "./recorder.ts";

/**
 * How long a page is kept open once its steps are done; how long without anyone who watches; and how long before the task's time is over.
 */
const [keptMs, unwatchedMs, marginMs] = [600_000, 20_000, 10_000];
/** How often it is looked whether that time is over. */
const lookMs = 1_000;
/** Questions about the page that are answered at once; those that come while so many are open are not answered. */
const maxQuestions = 10;

/** Somebody who watches. */
type Author = Pick<Connection, "say"> & { ticket: LiveTicket };

/** The steps of an edited draft that are to run on a page that was kept open. */
export interface Continuation {
  /** The name under which the draft is stored. */
  draft: string;
  /** The place of the step to begin with. */
  at: string;
  /** Tells its author why they do not run. */
  refuse(reason: string): void;
}

interface AuthoringOptions {
  task: { handover: Handover; secondsLeft(): number };
  /** The task's browser; undefined: none any more. */
  browser(): { session: RecordedSession; secrets: Secrets } | undefined;
  /** The window that is shown. */
  shown(): Page | undefined;
  isWatched(): boolean;
  /** Resolves when the page has handled what people have done on it, and has said so. */
  handled(): Promise<void>;
  /** Called when what the state says of it has changed. */
  changed(): void;
}

/** What a live page offers to the author of a template: steps of what they do, elements at a place, and to stay open. */
export class Authoring {
  readonly #options: AuthoringOptions;
  readonly #recording = new Set<Author>();
  #recorder: { of: RecordedSession; recorder: Recorder } | undefined;
  #questions = 0;
  /** Ends the time for which the page is kept open. */
  #close: ((continuation?: Continuation) => void) | undefined;

  constructor(options: AuthoringOptions) {
    this.#options = options;
  }

  /** Whether the person gets the steps of what they do. */
  records(author: Author): boolean {
    return this.#recording.has(author);
  }

  /** Whether the steps are done and the page is kept open. */
  get isKept(): boolean {
    return this.#close !== undefined;
  }

  /**
   * Returns false for input of any other kind. Only people who have signed in are answered: by what a selector matches, a link would
   * tell what is covered on the page.
   */
  receive(author: Author, input: LiveInput): boolean {
    if (!["record", "point", "seek", "close", "continue"].includes(input.type)) return false;
    if (!author.ticket.holder.startsWith("user ")) return true;
    if (input.type === "record") this.#record(author);
    else if (input.type === "point" || input.type === "seek") this.#answer(author, input);
    else {
      this.#options.task.handover.giveBack(author.ticket, "next");
      const refuse = (reason: string) => author.say({ type: "refused", reason });
      this.#close?.(input.type === "continue" ? { ...input, refuse } : undefined);
    }
    return true;
  }

  /** The person who has the page has answered a dialog. */
  answered(dialog: Dialog, answer: { accept: boolean; text: string }): void {
    this.#recorder?.recorder.answered(dialog, answer);
  }

  /** They have chosen files. */
  chose(chooser: FileChooser): void {
    void this.#recorder?.recorder.chose(chooser);
  }

  left(author: Author): void {
    this.#recording.delete(author);
  }

  /**
   * Keeps the page open once its steps are done. Resolves once it is closed, was not watched for a while, or its time is over; or with
   * the steps that are to run on it.
   */
  async keptOpen(signal: AbortSignal): Promise<Continuation | undefined> {
    const { task, isWatched, changed } = this.#options;
    const closed = new Promise<Continuation | undefined>((resolve) => {
      this.#close = resolve;
    });
    const until = performance.now() + Math.min(keptMs, task.secondsLeft() * 1_000 - marginMs);
    let watchedAt = performance.now();
    const looking = setInterval(() => {
      const now = performance.now();
      if (isWatched()) watchedAt = now;
      if (now > until || now - watchedAt > unwatchedMs) this.#close?.();
    }, lookMs);
    changed();
    try {
      return (await task.handover.whileFree(signal, () => unlessAborted(closed, signal))).result;
    } finally {
      clearInterval(looking);
      this.#close = undefined;
      changed();
    }
  }

  /** Tells the person who has the page which steps what they do would be. Who gets them already gets all of them until now. */
  async #record(author: Author): Promise<void> {
    const { task, browser, handled, changed } = this.#options;
    const used = browser();
    if (!used || !task.handover.has(author.ticket)) return;
    if (this.records(author))
      return this.#question(async () => {
        await handled();
        this.#say(author, { isComplete: true });
      });
    this.#recording.add(author);
    if (this.#recorder?.of !== used.session) {
      const recorder = new Recorder({
        ...used,
        isHeard: () => task.handover.person !== undefined,
        changed: () => {
          for (const one of this.#recording) this.#say(one);
        },
      });
      this.#recorder = { of: used.session, recorder };
    }
    // Rejects where the browser is gone.
    await this.#recorder.recorder.begin().catch(() => {});
    this.#say(author);
    changed();
  }

  #say(author: Author, more: Pick<LiveRecording, "isComplete"> = {}): void {
    if (this.#recorder && this.#options.task.handover.has(author.ticket))
      author.say({ ...this.#recorder.recorder.recorded, ...more });
  }

  /** Says what is at a place, or what a selector matches. Does nothing to the page. */
  #answer({ say }: Author, input: Extract<LiveInput, { type: "point" | "seek" }>): void {
    const [page, used] = [this.#options.shown(), this.#options.browser()];
    if (!page || !used) return;
    void this.#question(async () => {
      if (input.type === "point") say({ type: "pointed", ...(await elementAt(page, input, used.secrets)) });
      else say({ type: "found", selector: input.selector, ...(await elementsOf(page, input.selector)) });
    });
  }

  /** Answers it, unless many are being answered. */
  async #question(answer: () => Promise<void>): Promise<void> {
    if (this.#questions >= maxQuestions) return;
    this.#questions += 1;
    // The page is gone, or does not answer.
    await answer().catch(() => {});
    this.#questions -= 1;
  }
}
