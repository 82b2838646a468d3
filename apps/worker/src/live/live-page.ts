import type { LiveState } from "@gatepost/contract/live";
import type { LiveInput } from "@gatepost/contract/live-input";
import type { LiveTicket } from "@gatepost/domain/live/live-ticket";
import { logFault } from "@gatepost/domain/platform/log";
import type { Dialog, FileChooser, Page } from "playwright";
import type { BrowserSession } from "../browser/browser-session.ts";
import { redact } from "../privacy/redact.ts";
import type { Secrets } from "../steps/run.ts";
import type { Handover, Person } from "./handover.ts";
import { PageInput } from "./input.ts";
import type { Connection, Watchable, Watching, WatchingEnd } from "./live-server.ts";
import { Screencast } from "./screencast.ts";

/** As many may watch one task. */
const maxWatchers = 20;
/** How often it is looked whether the windows, the address or the task's place have changed, while somebody watches. */
const lookMs = 250;

interface Watcher extends Connection {
  ticket: LiveTicket;
  /** Resolves when it has drawn its last frame. */
  drawn: PromiseWithResolvers<void>;
  isDrawing: boolean;
  /** Whether others got a frame while it drew. */
  hasMissed: boolean;
  /** The state that it knows, as JSON. */
  knows: string;
}

type LiveSession = Pick<BrowserSession, "context" | "windows" | "dialogs" | "atRest">;

/** What a live page shows of its task. */
interface LiveTask {
  taskId: number;
  /** Where the task is, and what comes then, in words. */
  place(): { step: string; nextStep: string | null };
  secondsLeft(): number;
  handover: Handover;
}

/** The browser of a task, while somebody watches it. Without watchers it costs nothing. */
export class LivePage implements Watchable {
  readonly #task: LiveTask;
  readonly #watchers = new Set<Watcher>();
  #session: LiveSession | undefined;
  #secrets: Secrets | undefined;
  #screencast: Screencast | undefined;
  #shown: Page | undefined;
  /** How often another window was shown, or none: what was begun before it must end. */
  #shows = 0;
  #size = { width: 0, height: 0 };
  #release: Promise<() => void> | undefined;
  #looking: NodeJS.Timeout | undefined;
  /** Numbers of windows, for those who watch. */
  readonly #ids = new WeakMap<Page, number>();
  #lastId = 0;
  /** How many do what must not be shown while it is done. */
  #hidden = 0;
  /** Why nobody can watch any more. */
  #end: WatchingEnd | undefined;
  #input: PageInput | undefined;
  /** What the page asks the person who has it. */
  #dialog: Dialog | undefined;
  #chooser: FileChooser | undefined;
  #hadPage = false;

  constructor(task: LiveTask) {
    this.#task = task;
    task.handover.onChange = () => this.#look();
  }

  /** The browser that the task now runs in; undefined: none any more. */
  use(session: LiveSession | undefined, secrets: Secrets | undefined): void {
    if (this.#session && this.#session !== session) void this.#stop();
    this.#session = session;
    this.#secrets = secrets;
    if (session && this.#watchers.size > 0) this.#begin();
  }

  /**
   * Shows nothing of what is drawn while a value that must not be seen is typed. Only the whole value is recognised and covered,
   * and the page may have moved on from it before a frame that shows it is looked at. Resolves once it is covered.
   */
  async whileHidden<T>(typing: () => Promise<T>): Promise<T> {
    this.#hidden += 1;
    try {
      return await typing();
    } finally {
      const screencast = this.#screencast;
      await screencast?.cover().catch(() => {});
      void this.#showAgain(screencast);
    }
  }

  async #showAgain(screencast: Screencast | undefined): Promise<void> {
    await screencast?.afterPainting();
    this.#hidden -= 1;
    await this.#screencast?.beginAgain();
  }

  /** The task has ended here. `moved`: perhaps not elsewhere, which is for those who watch to ask. */
  close(why: "over" | "moved"): void {
    if (this.#end) return;
    this.#end = why;
    this.#task.handover.end();
    for (const watcher of this.#watchers) watcher.end(why);
  }

  add(connection: Connection, ticket: LiveTicket): Watching | WatchingEnd {
    if (this.#end) return this.#end;
    if (this.#watchers.size >= maxWatchers) return "full";
    const watcher: Watcher = {
      ...connection,
      ticket,
      drawn: Promise.withResolvers<void>(),
      isDrawing: false,
      hasMissed: false,
      knows: "",
    };
    this.#watchers.add(watcher);
    this.#task.handover.present(personOf(ticket), true);
    if (this.#watchers.size === 1) this.#begin();
    else this.#screencast?.refresh().catch(() => {});
    this.#look();
    return {
      receive: (input) => this.#receive(watcher, input),
      leave: () => {
        this.#watchers.delete(watcher);
        watcher.drawn.resolve();
        const isThere = [...this.#watchers].some((other) => isOf(other.ticket, ticket));
        if (!isThere) this.#task.handover.present(personOf(ticket), false);
        if (this.#watchers.size === 0) void this.#stop();
      },
    };
  }

  #receive(watcher: Watcher, input: LiveInput): void {
    const { handover } = this.#task;
    const person = personOf(watcher.ticket);
    if (input.type === "ack") this.#drawn(watcher);
    else if (input.type === "take") handover.ask(person);
    else if (input.type === "handBack") handover.giveBack(person, input.at);
    // Nobody else's input reaches the page, and none after it was handed back.
    else if (!handover.has(person)) return;
    else if (input.type === "tab") this.#choose(input.id);
    else if (input.type === "dialog") this.#answerDialog(input.accept, input.text);
    else if (input.type === "files") this.#choosesFiles(input.files);
    else {
      this.#screencast?.touched();
      this.#input?.send(input);
    }
  }

  #drawn(watcher: Watcher): void {
    watcher.isDrawing = false;
    watcher.drawn.resolve();
    // Perhaps nothing changes any more.
    if (watcher.hasMissed) this.#screencast?.refresh().catch(() => {});
    watcher.hasMissed = false;
  }

  #choose(id: number): void {
    const page = this.#session?.windows.open.find((one) => this.#idOf(one) === id && !one.isClosed());
    if (page) this.#session?.windows.choose(page);
    this.#look();
  }

  #answerDialog(accepts: boolean, text: string): void {
    const dialog = this.#dialog;
    this.#dialog = undefined;
    const answered = accepts ? dialog?.accept(dialog.type() === "prompt" ? text : undefined) : dialog?.dismiss();
    answered?.catch(() => {});
    this.#look();
  }

  #choosesFiles(files: { name: string; mimeType: string; base64: string }[]): void {
    const chooser = this.#chooser;
    this.#chooser = undefined;
    const buffers = files.map(({ base64, ...file }) => ({ ...file, buffer: Buffer.from(base64, "base64") }));
    chooser?.setFiles(buffers).catch(() => {});
    this.#look();
  }

  /** Has dialogs and file choosers asked of the person who has the page, and of nobody else. */
  #followHandover(session: LiveSession): void {
    const has = this.#task.handover.person !== undefined;
    if (has === this.#hadPage) return;
    this.#hadPage = has;
    session.dialogs.person = has
      ? (dialog) => {
          // Of another window, which would wait for its answer for ever.
          this.#dialog?.dismiss().catch(() => {});
          this.#dialog = dialog;
          this.#look();
        }
      : undefined;
    if (!has) this.#answerDialog(false, "");
    this.#chooser = undefined;
    for (const page of session.context.pages()) this.#listenForFiles(page, has);
    if (has) {
      session.context.on("page", this.#newPage);
      session.windows.unasked?.stepBegins();
      session.windows.unasked?.stepActsInFrame();
    } else {
      session.context.off("page", this.#newPage);
      session.windows.unasked?.stepEnded(0);
    }
  }

  readonly #newPage = (page: Page): void => this.#listenForFiles(page, true);

  #listenForFiles(page: Page, listens: boolean): void {
    if (listens) page.on("filechooser", this.#fileChooser);
    else page.off("filechooser", this.#fileChooser);
  }

  readonly #fileChooser = (chooser: FileChooser): void => {
    this.#chooser = chooser;
    this.#look();
  };

  #begin(): void {
    if (!this.#session || this.#looking) return;
    this.#release = this.#session.atRest.whileWatched();
    // Rejects where the window is gone.
    this.#release.catch(() => {});
    this.#looking = setInterval(() => this.#look(), lookMs);
    this.#look();
  }

  async #stop(): Promise<void> {
    clearInterval(this.#looking);
    this.#looking = undefined;
    this.#shows += 1;
    const [screencast, release] = [this.#screencast, this.#release];
    this.#screencast = undefined;
    this.#shown = undefined;
    await screencast?.stop();
    await release?.then((done) => done()).catch(() => {});
  }

  /** Shows the window on which the task acts, and says what has changed. */
  #look(): void {
    const session = this.#session;
    if (!session) return;
    this.#followHandover(session);
    if (this.#looking && this.#shown !== session.windows.page) {
      this.#shown = session.windows.page;
      const page = this.#shown;
      this.#show(session, page).catch((error) => {
        if (!page.isClosed()) logFault("live page not shown", error, { taskId: this.#task.taskId });
      });
    }
    for (const watcher of this.#watchers) {
      const state = this.#stateFor(watcher, session);
      const text = JSON.stringify(state);
      if (text === watcher.knows) continue;
      watcher.knows = text;
      watcher.sendState(state);
    }
  }

  async #show(session: LiveSession, page: Page): Promise<void> {
    const show = ++this.#shows;
    this.#input = undefined;
    await this.#screencast?.stop();
    // Its window may be gone already.
    await this.#release?.catch(() => {});
    const cdp = await session.context.newCDPSession(page);
    // Two screencasts of one page would each take what the other has covered for covered in its own frames.
    if (this.#shows !== show) return void (await cdp.detach());
    const secrets = this.#secrets as Secrets;
    this.#input = new PageInput(cdp);
    this.#screencast = new Screencast({
      page,
      cdp,
      secrets,
      isHidden: () => this.#hidden > 0,
      show: (frame, size) => this.#send(frame, size),
    });
    await this.#screencast.start();
  }

  /** Sends a frame to those who have drawn the one before. Resolves when one of them has drawn this one. */
  async #send(frame: Buffer, size: { width: number; height: number }): Promise<void> {
    if (size.width !== this.#size.width || size.height !== this.#size.height) {
      this.#size = size;
      this.#look();
    }
    for (const watcher of this.#watchers) {
      watcher.hasMissed = watcher.isDrawing;
      if (watcher.isDrawing) continue;
      watcher.isDrawing = true;
      watcher.drawn = Promise.withResolvers<void>();
      watcher.sendFrame(frame);
    }
    await Promise.race([...this.#watchers].map((watcher) => watcher.drawn.promise));
  }

  #stateFor({ ticket }: Watcher, session: LiveSession): LiveState {
    const { handover } = this.#task;
    const { person } = handover;
    const dialog = this.#dialog ?? null;
    const tabs = session.windows.open
      .filter((page) => !page.isClosed())
      .map((page) => ({ id: this.#idOf(page), url: this.#shownAddress(page) }));
    return {
      type: "state",
      tabs,
      shown: this.#shown ? this.#idOf(this.#shown) : 0,
      ...this.#size,
      controller: person ? { name: person.name, isYou: handover.has(personOf(ticket)) } : null,
      isTaking: handover.asking !== undefined,
      mayControl: ticket.right === "control",
      ...this.#task.place(),
      dialog: dialog && {
        kind: dialog.type(),
        message: this.#redacted(dialog.message()),
        value: this.#redacted(dialog.defaultValue()),
      },
      chooser: this.#chooser ? { multiple: this.#chooser.isMultiple() } : null,
      secondsLeft: this.#task.secondsLeft(),
    };
  }

  #idOf(page: Page): number {
    const id = this.#ids.get(page) ?? ++this.#lastId;
    this.#ids.set(page, id);
    return id;
  }

  #shownAddress(page: Page): string {
    const url = URL.parse(page.url());
    if (!url) return "";
    url.username = "";
    url.password = "";
    return this.#redacted(url.href);
  }

  #redacted(text: string): string {
    return redact(text, this.#secrets?.texts ?? []).slice(0, 2_000);
  }
}

function personOf({ holder, name, client }: LiveTicket): Person {
  return { holder, name, client };
}

function isOf(one: LiveTicket, other: LiveTicket): boolean {
  return one.holder === other.holder && one.client === other.client;
}
