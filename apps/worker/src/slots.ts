/**
 * A fair semaphore for running tasks. A task that waits for a person gives its slot back, and takes one again, before
 * any new task, when it can go on.
 */
export class Slots {
  readonly count: number;
  readonly #waitingMax: number;
  readonly #onFree: () => void;
  #used = 0;
  #resting = 0;
  readonly #queue: (() => void)[] = [];

  /** `onFree` is called when a slot has become free for a new task. */
  constructor(count: number, waitingMax: number, onFree: () => void = () => {}) {
    this.count = count;
    this.#waitingMax = waitingMax;
    this.#onFree = onFree;
  }

  get busy(): number {
    return this.#used;
  }

  /** Tasks that wait without a slot. */
  get resting(): number {
    return this.#resting;
  }

  /** All slots that are free for new tasks: none while a task waits to go on. */
  takeFree(): Slot[] {
    return Array.from({ length: this.count - this.#used }, () => {
      this.#used += 1;
      return new Slot(this.#moves);
    });
  }

  readonly #moves: Moves = {
    rest: () => {
      if (this.#resting >= this.#waitingMax) return false;
      this.#resting += 1;
      this.#give();
      return true;
    },
    resume: async (signal) => {
      if (this.#used >= this.count) await this.#turn(signal);
      else this.#used += 1;
      this.#resting -= 1;
    },
    release: (state) => {
      if (state === "resting") this.#resting -= 1;
      else this.#give(state === "unused");
    },
  };

  /** A slot passes from hand to hand: `#used` does not change, so that nobody comes between. */
  #give(quietly = false): void {
    const next = this.#queue.shift();
    if (next) next();
    else {
      this.#used -= 1;
      if (!quietly) this.#onFree();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(next), 1);
        reject(signal.reason);
      };
      const next = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#queue.push(next);
    });
  }
}

interface Moves {
  rest(): boolean;
  resume(signal: AbortSignal): Promise<void>;
  release(state: "running" | "resting" | "unused"): void;
}

/** One task's place. */
export class Slot {
  readonly #moves: Moves;
  #state: "running" | "resting" | "released" = "running";

  constructor(moves: Moves) {
    this.#moves = moves;
  }

  /** Gives the slot back for the time of a wait. False where too many tasks wait already: the slot is kept. */
  rest(): boolean {
    if (this.#state !== "running" || !this.#moves.rest()) return false;
    this.#state = "resting";
    return true;
  }

  /** Takes a slot again after `rest`, in order of asking. Rejects with the signal's reason. */
  async resume(signal: AbortSignal): Promise<void> {
    if (this.#state !== "resting") return;
    await this.#moves.resume(signal);
    this.#state = "running";
  }

  /** The task's end. Calling it again does nothing. */
  release(): void {
    if (this.#state === "released") return;
    const state = this.#state;
    this.#state = "released";
    this.#moves.release(state);
  }

  /** Gives back a slot for which there was no task; nobody is told that it is free, since nobody was told of its use. */
  putBack(): void {
    this.#state = "released";
    this.#moves.release("unused");
  }
}
