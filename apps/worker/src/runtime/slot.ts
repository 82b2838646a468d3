/** What a slot has to know of its task. */
export interface SlotTask {
  accountId: number;
  /** Its late variables. A task that has any holds a waiting place from its claim to its end. */
  late: readonly string[];
}

/** What a slot does with the slots of its worker. */
export interface Moves {
  assign(task: SlotTask): void;
  suspend(task: SlotTask): void;
  resume(task: SlotTask, signal: AbortSignal): Promise<void>;
  release(task: SlotTask, suspended: boolean): void;
  putBack(): void;
}

/** One task's slot, and its waiting place where it has late variables. */
export class Slot {
  readonly #moves: Moves;
  #task: SlotTask | undefined;
  #state: "taken" | "running" | "suspended" | "released" = "taken";

  constructor(moves: Moves) {
    this.#moves = moves;
  }

  /** The task that it was taken for. */
  assign(task: SlotTask): this {
    this.#task = task;
    this.#state = "running";
    this.#moves.assign(task);
    return this;
  }

  /** Gives the slot back for the time of a wait. */
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

  /** The task's end. Calling it again does nothing. */
  release(): void {
    if (this.#state === "released" || !this.#task) return;
    const suspended = this.#state === "suspended";
    this.#state = "released";
    this.#moves.release(this.#task, suspended);
  }

  /** Gives back a slot for which there was no task. */
  putBack(): void {
    if (this.#state !== "taken") return;
    this.#state = "released";
    this.#moves.putBack();
  }
}
