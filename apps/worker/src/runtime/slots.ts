import { type Capacity, claimRules, type Share } from "./claim-rules.ts";

interface Resuming {
  accountId: number;
  go: () => void;
}

/**
 * The slots and waiting places of a worker. A task that waits for a value releases its slot, and takes one again when
 * it can continue. If more tasks want a slot than are free, resuming and new ones take turns, and among resuming ones
 * the account with the fewest slots comes first.
 */
export class Slots {
  readonly #capacity: Capacity;
  readonly #onFree: () => void;
  readonly #shares = new Map<number, Share>();
  readonly #resuming: Resuming[] = [];
  #used = 0;
  #suspended = 0;
  #claiming = false;
  #newTaskIsNext = true;

  /** `onFree` is called when a new task may be claimed: a slot or a waiting place has become free. */
  constructor(capacity: Capacity, onFree: () => void = () => {}) {
    this.#capacity = capacity;
    this.#onFree = onFree;
  }

  get count(): number {
    return this.#capacity.slots;
  }

  get used(): number {
    return this.#used;
  }

  /** Tasks that wait, without a slot. */
  get suspended(): number {
    return this.#suspended;
  }

  /** Whether no waiting place is free, so that many tasks stay queued whatever the slots. */
  get full(): boolean {
    return this.claimRules().withoutPlace === "all";
  }

  /** Whose tasks may be claimed for the slot that was taken last. */
  claimRules() {
    return claimRules(this.#capacity, this.#shares, new Set(this.#resuming.map(({ accountId }) => accountId)));
  }

  /**
   * While new tasks are claimed, they get every other slot in which a task could resume; otherwise resuming tasks get
   * all of them.
   */
  startClaiming(): void {
    this.#claiming = true;
  }

  stopClaiming(): void {
    this.#claiming = false;
    while (this.#used < this.count && this.#resumeNext()) this.#used += 1;
  }

  /** A slot for a new task, if one is free. It must be assigned or put back. */
  take(): Slot | undefined {
    if (this.#used >= this.count) return undefined;
    this.#used += 1;
    return this.#slot();
  }

  /** Of a task that waits already. */
  ofWaiting(task: SlotTask): Slot {
    this.#change(task.accountId, { places: placesOf(task) });
    this.#suspended += 1;
    return this.#slot(task);
  }

  /** `waiting`: a task that holds no slot yet. */
  #slot(waiting?: SlotTask): Slot {
    let task = waiting;
    let state: "taken" | "running" | "suspended" | "released" = waiting ? "suspended" : "taken";
    let places = waiting ? placesOf(waiting) : 0;
    const slot: Slot = {
      assign: (claimed) => {
        task = claimed;
        state = "running";
        places = placesOf(task);
        this.#change(task.accountId, { slots: 1, places });
        return slot;
      },
      suspend: () => {
        if (state !== "running" || !task) return;
        if (places === 0) {
          // Otherwise a worker would hold any number of pages that people have taken over.
          if (!this.#hasPlaceFor(task.accountId)) return;
          places = 1;
          this.#change(task.accountId, { places });
        }
        state = "suspended";
        this.#suspended += 1;
        this.#change(task.accountId, { slots: -1 });
        this.#slotFreed();
      },
      resume: async (signal) => {
        if (state !== "suspended" || !task) return;
        const { accountId } = task;
        if (this.#used < this.count && this.#mayResume(accountId)) {
          this.#used += 1;
          this.#change(accountId, { slots: 1 });
        } else await this.#waitForSlot(accountId, signal);
        this.#suspended -= 1;
        state = "running";
      },
      release: () => {
        if (state === "released" || !task) return;
        const isSuspended = state === "suspended";
        state = "released";
        this.#change(task.accountId, { slots: isSuspended ? 0 : -1, places: -places });
        if (!isSuspended) return this.#slotFreed();
        this.#suspended -= 1;
        this.#onFree();
      },
      putBack: () => {
        if (state !== "taken") return;
        state = "released";
        // No callback: taking the slot did not call one either.
        if (!this.#resumeNext()) this.#used -= 1;
      },
    };
    return slot;
  }

  #hasPlaceFor(accountId: number): boolean {
    const { withoutPlace } = this.claimRules();
    return withoutPlace !== "all" && !withoutPlace.includes(accountId);
  }

  #change(accountId: number, { slots = 0, places = 0 }: Partial<Share>): void {
    const share = this.#shares.get(accountId) ?? { slots: 0, places: 0 };
    const changed = { slots: share.slots + slots, places: share.places + places };
    if (changed.slots + changed.places > 0) this.#shares.set(accountId, changed);
    else this.#shares.delete(accountId);
  }

  #slotFreed(): void {
    const contended = this.#claiming && this.#resuming.length > 0;
    if (contended) this.#newTaskIsNext = !this.#newTaskIsNext;
    if (!(contended && this.#newTaskIsNext) && this.#resumeNext()) return;
    this.#used -= 1;
    this.#onFree();
  }

  /** Gives a slot that is in use to the next task that may resume. Returns false if there is none. */
  #resumeNext(): boolean {
    const slotsOf = ({ accountId }: Resuming) => this.#shares.get(accountId)?.slots ?? 0;
    const [next] = this.#resuming
      .filter(({ accountId }) => this.#mayResume(accountId))
      .toSorted((a, b) => slotsOf(a) - slotsOf(b));
    if (!next) return false;
    this.#resuming.splice(this.#resuming.indexOf(next), 1);
    this.#change(next.accountId, { slots: 1 });
    next.go();
    return true;
  }

  #mayResume(accountId: number): boolean {
    const { slotsPerAccount } = this.#capacity;
    return slotsPerAccount === 0 || (this.#shares.get(accountId)?.slots ?? 0) < slotsPerAccount;
  }

  #waitForSlot(accountId: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        this.#resuming.splice(this.#resuming.indexOf(resuming), 1);
        reject(signal.reason);
      };
      const go = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const resuming: Resuming = { accountId, go };
      signal.addEventListener("abort", leave, { once: true });
      this.#resuming.push(resuming);
    });
  }
}

function placesOf({ late }: SlotTask): number {
  return late.length > 0 ? 1 : 0;
}

/** What a slot knows of its task. */
interface SlotTask {
  accountId: number;
  /** Its late variables. A task with any holds a waiting place from its claim to its end; another one from when it first waits. */
  late: readonly string[];
}

/** One task's slot, and its waiting place if it has late variables. */
export interface Slot {
  /** Assigns the claimed task. */
  assign(task: SlotTask): Slot;
  /** Releases the slot during a wait; not if the task has no waiting place, and gets none. */
  suspend(): void;
  /** Takes a slot again after `suspend`. Rejects with the signal's reason. */
  resume(signal: AbortSignal): Promise<void>;
  /** Ends the task's use of the slot. Calling it again does nothing. */
  release(): void;
  /** Returns a slot for which there was no task. */
  putBack(): void;
}
