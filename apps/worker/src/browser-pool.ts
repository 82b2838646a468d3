import { within } from "./abort.ts";
import type { Cell, RunningBrowser } from "./browser.ts";
import { log, originOf } from "./log.ts";

/** Tasks in one browser at a time: what one crash can take with it. Those that wait for a value cost little. */
const mostRunning = 8;
const mostCells = 25;
/** A browser that served so many is replaced, whatever it may have gathered. */
const mostServed = 200;
const openMs = 30_000;
const closeMs = 5_000;
/** A browser that is only busy answers in milliseconds: its pages are processes of their own. */
const answerMs = 2_000;

/** A task's place in a browser. */
export interface Seat extends Cell {
  /** Aborted when the browser is gone. */
  readonly gone: AbortSignal;
  /** Whether the browser itself still answers. One that does not is ended, for all that are in it. */
  answers(): Promise<boolean>;
  /** Says whether the task waits and leaves the processor to others. */
  rest(resting: boolean): void;
}

/** No browser, or none that answers. */
export class NoBrowser extends Error {
  constructor() {
    super("no browser could be started, or it did not answer");
    this.name = "NoBrowser";
  }
}

interface House {
  browser: RunningBrowser;
  seats: Set<{ resting: boolean }>;
  served: number;
  /**
   * A cell made ahead: making one takes a good part of a short task's time, which a task need not wait for. It is made
   * while no task runs; beside one it would take from that task's time what it saves the next.
   */
  spare: Promise<Cell> | undefined;
}

/** Browsers for all tasks of this process: started when needed, shared by a few tasks, replaced when worn or dead. */
export class BrowserPool {
  readonly #launch: () => Promise<RunningBrowser>;
  readonly #houses = new Set<House>();
  #starting: Promise<void> | undefined;
  #closed = false;

  constructor(launch: () => Promise<RunningBrowser>) {
    this.#launch = launch;
  }

  /** Resolves when a browser stands, with a cell made ahead while nothing runs. Rejects where none starts. */
  async warm(): Promise<void> {
    const house = this.#withRoom() ?? (await this.#start().then(() => this.#withRoom()));
    if (!house?.spare) return;
    await within(house.spare, openMs, () => new NoBrowser()).catch((error) => {
      house.browser.kill();
      throw error;
    });
  }

  /** A fresh cell. Rejects with NoBrowser. */
  async take(): Promise<Seat> {
    let house = this.#withRoom();
    while (!house) {
      await this.#start().catch((error) => {
        log("browser did not start", originOf(error));
        throw new NoBrowser();
      });
      house = this.#withRoom();
    }
    const { browser } = house;
    const mark = { resting: false };
    house.seats.add(mark);
    house.served += 1;
    const making = house.spare ?? browser.openCell();
    house.spare = undefined;
    let cell: Cell;
    try {
      cell = await within(making, openMs, () => new NoBrowser());
    } catch {
      browser.kill();
      throw new NoBrowser();
    }
    let leaving: Promise<void> | undefined;
    const leave = () => {
      leaving ??= this.#leave(house, mark, cell);
      return leaving;
    };
    const rest = (resting: boolean) => {
      mark.resting = resting;
      this.#makeSpare(house);
    };
    const answers = () =>
      within(browser.answer(), answerMs, () => new NoBrowser()).then(
        () => true,
        () => {
          if (!browser.gone.aborted) log("browser hung");
          browser.kill();
          return false;
        },
      );
    return { ...cell, gone: browser.gone, answers, rest, close: leave };
  }

  /** Ends all browsers and whatever runs in them. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#starting?.catch(() => {});
    await Promise.all([...this.#houses].map((house) => this.#end(house)));
  }

  #withRoom(): House | undefined {
    return [...this.#houses].find(
      ({ served, seats }) => served < mostServed && seats.size < mostCells && runningIn(seats) < mostRunning,
    );
  }

  /** One start at a time, shared by all who ask. */
  #start(): Promise<void> {
    this.#starting ??= this.#launch()
      .then(async (browser) => {
        const house: House = { browser, seats: new Set(), served: 0, spare: undefined };
        this.#houses.add(house);
        browser.gone.addEventListener("abort", () => {
          this.#houses.delete(house);
          this.#dropSpare(house);
        });
        if (this.#closed) await this.#end(house);
        else this.#makeSpare(house);
      })
      .finally(() => {
        this.#starting = undefined;
      });
    return this.#starting;
  }

  #makeSpare(house: House): void {
    const { spare, browser, served, seats } = house;
    if (this.#closed || spare || browser.gone.aborted || served >= mostServed || runningIn(seats) > 0) return;
    house.spare = house.browser.openCell();
    house.spare.catch(() => {
      house.spare = undefined;
    });
  }

  async #leave(house: House, mark: { resting: boolean }, cell: Cell): Promise<void> {
    try {
      await within(cell.close(), closeMs, () => new NoBrowser());
    } catch {
      // A page that cannot even be closed goes with its browser.
      if (!house.browser.gone.aborted) log("browser hung");
      house.browser.kill();
    }
    house.seats.delete(mark);
    const surplus =
      house.served >= mostServed || [...this.#houses].some((other) => other !== house && this.#isFresh(other));
    if (house.seats.size === 0 && surplus) await this.#end(house);
    else this.#makeSpare(house);
  }

  #isFresh({ served, seats }: House): boolean {
    return served < mostServed && seats.size < mostCells;
  }

  /** With its way out, which outlives a browser. */
  #dropSpare({ spare }: House): void {
    spare?.then((cell) => cell.close()).catch(() => {});
  }

  async #end(house: House): Promise<void> {
    this.#houses.delete(house);
    this.#dropSpare(house);
    await within(house.browser.close(), closeMs, () => new NoBrowser()).catch(() => house.browser.kill());
  }
}

function runningIn(seats: House["seats"]): number {
  return [...seats].filter(({ resting }) => !resting).length;
}
