import { otherSelectorNote } from "@gatepost/contract/step-sentence";
import { within } from "@gatepost/domain/platform/signal";
import type { BrowserContext, Page, Request, Response } from "playwright";
import type { ConnectFailure, ProxySession } from "../egress/proxy-session.ts";
import { maxReadCharacters } from "./failure.ts";

/** Characters of a page's text that a sentence quotes. */
const maxQuoted = 200;
/** The most that a step waits for a response that this process should know already. */
const settleMs = 1_000;

/** Each with the page's text, if it quotes one. */
const sentences = {
  dialog: (dialog: string) => `the page's ${dialog} was dismissed, because no ANSWER_DIALOG was before it`,
  refusedDownload: (name: string) => `the download "${name}" was refused, because no DOWNLOAD_FILE asked for it`,
  keptDownload: (name: string) => `the download "${name}" was kept`,
  status: (status: string) => `the page was sent with the HTTP status ${status}`,
  exhausted: (runs: string) => `${runs}, the most that its "max" allows`,
  otherSelector: otherSelectorNote,
  partialDocument: () => "the page was sent only in part",
} as const;

type Kind = keyof typeof sentences;

interface Observation {
  text: string;
  /** The number of the step during which it happened. */
  step: number;
  page: Page | null;
  /** Of a document: the request that loaded it. */
  request?: Request;
}

/**
 * What happened in a task's browser besides what its steps did, the last of each kind. All but dismissed dialogs are
 * dropped when their page shows another document, unless they happened during the current step.
 */
export class Observed {
  readonly #last = new Map<Kind, Observation>();
  /** The number of the current step. */
  step = 0;
  #settling: Promise<unknown> = Promise.resolve();
  /** Whether a step takes downloads. */
  takesDownloads = false;
  readonly #proxySession: Pick<ProxySession, "connectFailureAt">;
  /** Pages that show the proxy's own response, and why. A later request of a page that was reached may fail too. */
  readonly unreached = new WeakMap<Page, ConnectFailure>();

  constructor(context: BrowserContext, proxySession: Pick<ProxySession, "connectFailureAt">) {
    this.#proxySession = proxySession;
    context.on("download", (download) => {
      if (!this.takesDownloads) this.note("refusedDownload", download.suggestedFilename(), download.page());
    });
    context.on("requestfailed", (request) => this.#documentFailed(request));
  }

  /** `text`: as the page has it. */
  note(kind: Kind, text: string, page: Page | null): void {
    this.#add(kind, { text, page, step: this.step });
  }

  /** Notes that a page shows another document. Its status is known in this process, so the browser is not asked. */
  arrived(page: Page, request: Request): void {
    for (const [kind, { page: where, step, request: of }] of this.#last) {
      const isOver = of ? of !== request : step !== this.step && kind !== "dialog";
      if (where === page && isOver) this.#last.delete(kind);
    }
    this.unreached.delete(page);
    this.#withResponse(request, (response, step) => {
      if (response.status() < 400) return;
      // Of a host that was not reached, the status is the proxy's own.
      const connectFailure = this.#proxySession.connectFailureAt(request.url());
      if (connectFailure) this.unreached.set(page, connectFailure);
      else this.#add("status", { text: `${response.status()}`, page, step, request });
    });
  }

  /** Resolves when what has happened is known. */
  settled(): Promise<unknown> {
    return this.#settling;
  }

  /** A sentence for each that a failure on the page reports. `redacted` masks a page's text. */
  ofFailure(page: Page, redacted: (text: string) => string): string[] {
    return this.#describe(page, redacted, (kind, step) => kind !== "otherSelector" || step === this.step);
  }

  /** A sentence for each that the current step caused, without what it did on purpose. */
  ofStep(page: Page, redacted: (text: string) => string): string[] {
    return this.#describe(page, redacted, (kind, step) => step === this.step && kind !== "keptDownload");
  }

  #describe(page: Page, redacted: (text: string) => string, isWanted: (kind: Kind, step: number) => boolean): string[] {
    return [...this.#last]
      .filter(([kind, { step, request, page: where }]) => isWanted(kind, step) && (!request || where === page))
      .map(([kind, { text }]) => sentences[kind](redacted(text).slice(0, maxQuoted)));
  }

  #documentFailed(request: Request): void {
    // One that was aborted was left, or became a download.
    if (!request.isNavigationRequest() || request.failure()?.errorText === "net::ERR_ABORTED") return;
    this.#withResponse(request, (_, step) => {
      const frame = request.frame();
      if (frame.parentFrame() !== null) return;
      this.#add("partialDocument", { text: "", page: frame.page(), step, request });
    });
  }

  /** A failed request has a response if its headers had come. */
  #withResponse(request: Request, use: (response: Response, step: number) => void): void {
    const step = this.step;
    const using = within(request.response(), settleMs)
      .then((response) => response && use(response, step))
      .catch(() => {});
    this.#settling = Promise.all([this.#settling, using]);
  }

  #add(kind: Kind, { text, ...observation }: Observation): void {
    // A value in it must be complete to be masked, so it is only shortened then.
    this.#last.set(kind, { ...observation, text: text.slice(0, maxReadCharacters) });
  }
}
