import type { LiveState } from "@gatepost/contract/live";
import type { LiveInput } from "@gatepost/contract/live-input";
import { type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import type { LiveTicket } from "@gatepost/domain/live/live-ticket";
import { logFault } from "@gatepost/domain/platform/log";
import type { Page } from "playwright";
import type { BrowserSession } from "../browser/browser-session.ts";
import { redact, type Secrets } from "../privacy/redact.ts";
import { Authoring } from "./authoring.ts";
import type { Handover } from "./handover.ts";
import { PageInput } from "./input.ts";
import type { Connection, Watchable, Watching, WatchingEnd } from "./live-server.ts";
import { type AskedSession, PageAsks, type TaskFiles } from "./page-asks.ts";
import { Screencast } from "./screencast.ts";
import { type Watcher, Watchers } from "./watchers.ts";

/** How often it is looked whether the windows, the address or the task's place have changed, while somebody watches. */
const lookMs = 250;

/** The browser that a task runs in, what must not be seen of it, and where its downloads go. */
interface UsedBrowser {
  session: AskedSession & Pick<BrowserSession, "page" | "pageMemory">;
  secrets: Secrets;
  files: TaskFiles;
}

interface LiveBrowser extends UsedBrowser {
  asks: PageAsks;
}

/** What a live page shows of its task. */
interface LiveTask {
  taskId: number;
  /** Where the task is, and where it may go on after that, in words. */
  place(): string;
  later(): { path: StepPath; sentence: string }[];
  secondsLeft(): number;
  handover: Handover;
  /** How many tasks of the worker somebody watches. */
  watched(): number;
}

/** The browser of a task, while somebody watches it. Without watchers it costs nothing. */
export class LivePage implements Watchable {
  readonly #task: LiveTask;
  readonly #watchers = new Watchers();
  #browser: LiveBrowser | undefined;
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
  readonly authoring: Authoring;

  constructor(task: LiveTask) {
    this.#task = task;
    task.handover.onChange = () => this.#look();
    this.authoring = new Authoring({
      task,
      browser: () => this.#browser,
      shown: () => this.#shown,
      isWatched: () => this.isWatched,
      handled: () => this.#handled(),
      changed: () => this.#look(),
    });
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /** The browser that the task now runs in; undefined: none any more. */
  use(browser: UsedBrowser | undefined): void {
    if (this.#browser) void this.#stop();
    this.#browser?.asks.close();
    this.#browser = browser && { ...browser, asks: new PageAsks(browser.session, browser.files, () => this.#look()) };
    if (browser && this.isWatched) this.#begin();
  }

  /**
   * Resolves when what the person did has happened who has just handed the page back: the page has handled their input, and no file
   * arrives any more. With the names of the files that were kept.
   */
  async settled(): Promise<readonly string[]> {
    await this.#handled();
    return (await this.#browser?.asks.settled()) ?? [];
  }

  async #handled(): Promise<void> {
    await this.#input?.settled();
    // What the page has said of it until then is known when its frames answer.
    await this.#screencast?.afterPainting();
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
    this.#browser?.asks.close();
    this.#watchers.end(why);
  }

  add(connection: Connection, ticket: LiveTicket): Watching | WatchingEnd {
    if (this.#end) return this.#end;
    const watcher = this.#watchers.add(connection, ticket);
    if (!watcher) return "full";
    this.#task.handover.present(ticket, true);
    if (this.#watchers.size === 1) this.#begin();
    else this.#screencast?.refresh().catch(() => {});
    this.#look();
    return {
      receive: (input) => this.#receive(watcher, input),
      leave: (isForGood = false) => {
        const { handover } = this.#task;
        this.#watchers.remove(watcher);
        this.authoring.left(watcher);
        if (isForGood) handover.giveBack(ticket, "again");
        else if (!this.#watchers.has(ticket)) handover.present(ticket, false);
        if (this.#watchers.size === 0) void this.#stop();
      },
    };
  }

  #receive(watcher: Watcher, input: LiveInput): void {
    const { handover } = this.#task;
    const { ticket } = watcher;
    if (input.type === "ack") this.#drawn(watcher);
    else if (input.type === "take") handover.ask(ticket);
    else if (input.type === "handBack") this.#giveBack(ticket, input.at);
    else if (this.authoring.receive(watcher, input)) return;
    // Nobody else's input reaches the page, and none after it was handed back.
    else if (!handover.has(ticket)) return;
    else if (input.type === "tab") this.#choose(input.id);
    else if (input.type === "dialog") {
      const dialog = this.#browser?.asks.answer(input.accept, input.text);
      if (dialog) this.authoring.answered(dialog, input);
    } else if (input.type === "files") {
      const chooser = this.#browser?.asks.choose(input.files);
      if (chooser && input.files.length > 0) this.authoring.chose(chooser);
    } else {
      this.#screencast?.touched();
      const act = () => handover.has(ticket) && this.#input?.send(input);
      const ready = this.#browser?.asks.ready;
      if (ready) void ready.then(act);
      else act();
    }
  }

  #giveBack(ticket: LiveTicket, at: string): void {
    const { handover, later } = this.#task;
    const to = at === "again" || at === "next" ? at : later().find(({ path }) => stepPathText(path) === at)?.path;
    if (to) handover.giveBack(ticket, to);
  }

  #drawn(watcher: Watcher): void {
    watcher.isDrawing = false;
    watcher.drawn.resolve();
    // Perhaps nothing changes any more.
    if (watcher.hasMissed) this.#screencast?.refresh().catch(() => {});
    watcher.hasMissed = false;
  }

  #choose(id: number): void {
    const windows = this.#browser?.session.windows;
    const page = windows?.open.find((one) => this.#idOf(one) === id && !one.isClosed());
    if (page) windows?.choose(page);
    this.#look();
  }

  #begin(): void {
    if (!this.#browser || this.#looking) return;
    this.#release = this.#browser.session.pageMemory.whileWatched();
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
    const browser = this.#browser;
    if (!browser) return;
    browser.asks.follow(this.#task.handover.person !== undefined);
    const { page } = browser.session.windows;
    if (this.#looking && this.#shown !== page) {
      this.#shown = page;
      this.#show(browser, page).catch((error) => {
        if (!page.isClosed()) logFault("live page not shown", error, { taskId: this.#task.taskId });
      });
    }
    this.#watchers.say((watcher) => this.#stateFor(watcher, browser));
  }

  async #show({ session, secrets }: LiveBrowser, page: Page): Promise<void> {
    const show = ++this.#shows;
    this.#input = undefined;
    await this.#screencast?.stop();
    // Its window may be gone already.
    await this.#release?.catch(() => {});
    const cdp = await session.context.newCDPSession(page);
    // Two screencasts of one page would each take what the other has covered for covered in its own frames.
    if (this.#shows !== show) return void (await cdp.detach());
    this.#input = new PageInput(cdp);
    this.#screencast = new Screencast({
      page,
      cdp,
      secrets,
      isHidden: () => this.#hidden > 0,
      watched: this.#task.watched,
      show: (frame, size) => this.#send(frame, size),
    });
    await this.#screencast.start();
  }

  async #send(frame: Buffer, size: { width: number; height: number }): Promise<void> {
    if (size.width !== this.#size.width || size.height !== this.#size.height) {
      this.#size = size;
      this.#look();
    }
    await this.#watchers.send(frame);
  }

  #stateFor(watcher: Watcher, { session, asks }: LiveBrowser): LiveState {
    const { ticket } = watcher;
    const { handover, place, later } = this.#task;
    const { person } = handover;
    const isYours = handover.has(ticket);
    const tabs = session.windows.open
      .filter((page) => !page.isClosed())
      .map((page) => ({ id: this.#idOf(page), url: this.#shownAddress(page) }));
    return {
      type: "state",
      tabs,
      shown: this.#shown ? this.#idOf(this.#shown) : 0,
      ...this.#size,
      controller: person ? { name: person.name, isYou: isYours } : null,
      isTaking: handover.asking !== undefined,
      mayControl: ticket.right === "control",
      records: this.authoring.records(watcher),
      isKept: this.authoring.isKept,
      step: place(),
      laterSteps: isYours ? later().map(({ path, sentence }) => ({ place: stepPathText(path), sentence })) : [],
      ...asks.state((text) => this.#redacted(text)),
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
    return url ? this.#redacted(Object.assign(url, { username: "", password: "" }).href) : "";
  }

  #redacted(text: string): string {
    return redact(text, this.#browser?.secrets.texts ?? []).slice(0, 2_000);
  }
}
