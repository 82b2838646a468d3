/** What a slot knows of its task. */
interface SlotTask {
  accountId: number;
  /** Its late variables. A task with any holds a waiting place from its claim to its end. */
  late: readonly string[];
}

/** Changes of the worker's slots. */
export interface Moves {
  assign(task: SlotTask): void;
  suspend(task: SlotTask): void;
  resume(task: SlotTask, signal: AbortSignal): Promise<void>;
  release(task: SlotTask, suspended: boolean): void;
  putBack(): void;
}

/** One task's slot, and its waiting place if it has late variables. */
export class Slot {
  readonly #moves: Moves;
  #task: SlotTask | undefined;
  #state: "taken" | "running" | "suspended" | "released" = "taken";

  constructor(moves: Moves) {
    this.#moves = moves;
  }

  /** Assigns the claimed task. */
  assign(task: SlotTask): this {
    this.#task = task;
    this.#state = "running";
    this.#moves.assign(task);
    return this;
  }

  /** Releases the slot during a wait. */
  suspend(): void {
    if (this.#state !== "running" || !this.#task) return;
    this.#state = "suspended";
    this.#moves.suspend(this.#task);
  }

  /** Takes a slot again after `suspend`. Rejects with the signal's reason. */
  async resume(signal: AbortSignal): Promise<void> {
    if (this.#state !== "suspended" || !this.#task) return;
    await this.#moves.resume(this.#task, signal);
    this.#state = "running";
  }

  /** Ends the task's use of the slot. Calling it again does nothing. */
  release(): void {
    if (this.#state === "released" || !this.#task) return;
    const suspended = this.#state === "suspended";
    this.#state = "released";
    this.#moves.release(this.#task, suspended);
  }

  /** Returns a slot for which there was no task. */
  putBack(): void {
    if (this.#state !== "taken") return;
    this.#state = "released";
    this.#moves.putBack();
  }
}
