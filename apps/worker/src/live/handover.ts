import { setTimeout as sleep } from "node:timers/promises";
import type { StepPath } from "@gatepost/contract/step-paths";
import { logFault } from "@gatepost/domain/platform/log";
import { unlessAborted } from "@gatepost/domain/platform/signal";

/** Somebody who controls a page, in one tab of their browser. */
export interface Person {
  holder: string;
  name: string;
  client: string;
}

/** Where a task goes on: at the step at which it was taken over, at the one after it, or at a later one. */
export type HandedBack = "again" | "next" | StepPath;

interface HandoverOptions {
  taskId: number;
  /** Writes that they have it. */
  taken(person: Person): Promise<void>;
  /** Writes that they have handed it back, and where; also if they no longer wanted it when they got it. */
  back(person: Person, at: HandedBack): Promise<void>;
}

/** A person whose connection is cut keeps the page for so long. */
const absentMs = 60_000;
/** The least time between two take-overs, because each is recorded, and announced to endpoints. */
const betweenMs = 1_000;

/**
 * Which of two acts on a task's page: its steps, or one person. Steps let it go before each step and during a wait, and go on only
 * when it is handed back, so the page never has two masters.
 */
export class Handover {
  readonly #options: HandoverOptions;
  #asking: Person | undefined;
  #person: Person | undefined;
  #returned = Promise.withResolvers<HandedBack>();
  /** Aborted when a person has handed the page back where that ends what is done meanwhile. */
  #skipped = new AbortController();
  /** Whether the steps let go of the page. */
  #isFree = false;
  #granting: Promise<void> = Promise.resolve();
  #lastReturned: HandedBack | undefined;
  #endsBy: "next" | "any" = "next";
  #absent: NodeJS.Timeout | undefined;
  #takenAt = Number.NEGATIVE_INFINITY;
  #isOver = false;
  /** Called whenever somebody asks for the page, gets it or hands it back. */
  onChange: () => void = () => {};

  constructor(options: HandoverOptions) {
    this.#options = options;
  }

  /** Who has the page. */
  get person(): Person | undefined {
    return this.#person;
  }

  /** Who gets it when the step that is running is done. */
  get asking(): Person | undefined {
    return this.#asking;
  }

  has(person: Person): boolean {
    return isSame(this.#person, person);
  }

  /** The task has ended: there is nothing to hand back. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#absent);
  }

  /** Asks for the page. It does nothing while somebody else has it or asks for it. */
  ask(person: Person): void {
    if (this.#isOver || this.#person || this.#asking) return;
    // Each time anew: who stops asking and asks again must not be granted the page twice.
    this.#asking = { ...person };
    this.onChange();
    if (this.#isFree) this.#grant();
  }

  /** Hands it back, or stops asking for it. */
  giveBack(person: Person, at: HandedBack): void {
    if (this.#isOver) return;
    if (isSame(this.#asking, person)) this.#asking = undefined;
    if (!isSame(this.#person, person)) return;
    clearTimeout(this.#absent);
    this.#person = undefined;
    this.onChange();
    this.#granting = this.#granting
      .then(() => this.#options.back(person, at))
      .catch((error) => this.#fault("page not handed back", error))
      .then(() => {
        if (at !== "again" || this.#endsBy === "any") this.#skipped.abort();
        this.#lastReturned = at;
        this.#returned.resolve(at);
      });
  }

  /** Their connection is there again, or cut. */
  present(person: Person, isThere: boolean): void {
    if (this.#isOver) return;
    if (!isThere && isSame(this.#asking, person)) this.#asking = undefined;
    if (!isSame(this.#person, person)) return;
    clearTimeout(this.#absent);
    if (isThere) return;
    this.#absent = setTimeout(() => this.giveBack(person, "again"), absentMs).unref();
  }

  /** Before a step: resolves at once unless somebody wants the page, otherwise with where they have handed it back. */
  async beforeStep(signal: AbortSignal, lettingGo: () => Promise<() => Promise<void>>) {
    if (!this.#asking && !this.#person) return undefined;
    const goOn = await lettingGo();
    const { returned } = await this.whileFree(signal, async () => undefined);
    await goOn();
    return returned;
  }

  /**
   * Does what needs no page while a person may have it. Resolves with its result once nobody has the page, and with where they have
   * handed it back, if anybody had it. `skipped` is aborted when they hand it back after this step, or anywhere with `endsBy`
   * any; what is done must then end.
   */
  async whileFree<T>(
    signal: AbortSignal,
    work: (skipped: AbortSignal) => Promise<T>,
    endsBy: "next" | "any" = "next",
  ): Promise<{ result: T; returned: HandedBack | undefined }> {
    this.#isFree = true;
    this.#skipped = new AbortController();
    this.#endsBy = endsBy;
    this.#lastReturned = undefined;
    try {
      if (this.#asking) this.#grant();
      const result = await work(this.#skipped.signal);
      for (;;) {
        const granting = this.#granting;
        await unlessAborted(granting, signal);
        if (this.#person) await unlessAborted(this.#returned.promise, signal);
        // Nothing has changed meanwhile.
        else if (granting === this.#granting) break;
      }
      return { result, returned: this.#lastReturned };
    } finally {
      this.#isFree = false;
    }
  }

  #fault(event: string, error: unknown): void {
    // A task that has ended cannot be written to.
    if (!this.#isOver) logFault(event, error, { taskId: this.#options.taskId });
  }

  #grant(): void {
    const person = this.#asking;
    if (!person) return;
    this.#granting = this.#granting
      .then(async () => {
        const pause = this.#takenAt + betweenMs - performance.now();
        if (pause > 0) await sleep(pause);
        this.#takenAt = performance.now();
        await this.#options.taken(person);
        if (this.#asking === person) {
          this.#returned = Promise.withResolvers();
          this.#person = person;
        } else await this.#options.back(person, "again");
      })
      .catch((error) => this.#fault("page not taken over", error))
      .finally(() => {
        if (this.#asking === person) this.#asking = undefined;
        this.onChange();
      });
  }
}

/** Whether they are one person in one tab. */
export function isSame(one: Person | undefined, other: Person): boolean {
  return one !== undefined && one.holder === other.holder && one.client === other.client;
}
