import { type Capacity, claimRules, type Share } from "./claim-rules.ts";

/** A task of the worker, or the slot that was taken for the next one. */
interface Held {
  /** Undefined until it is claimed. */
  accountId?: number;
  /** Whether it holds a slot. */
  isRunning: boolean;
  /** Whether it holds a waiting place. */
  isPlaced: boolean;
  /** Gives it a slot, while it waits for one. */
  go?: (() => void) | undefined;
}

/**
 * The slots and waiting places of a worker. A task that waits for a value releases its slot, and takes one again when
 * it can continue. If more tasks want a slot than are free, resuming and new ones take turns, and among resuming ones
 * the account with the fewest slots comes first.
 */
export class Slots {
  readonly #capacity: Capacity;
  readonly #onFree: () => void;
  /** Those that wait for a slot in the order in which they began to. */
  readonly #held = new Set<Held>();
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
    return [...this.#held].filter(({ isRunning }) => isRunning).length;
  }

  /** Tasks that wait, without a slot. */
  get suspended(): number {
    return this.#held.size - this.used;
  }

  /** Whether no waiting place is free, so that many tasks stay queued whatever the slots. */
  get full(): boolean {
    return this.claimRules().withoutPlace === "all";
  }

  /** Whose tasks may be claimed for the slot that was taken last. */
  claimRules() {
    const resuming = [...this.#held].flatMap(({ go, accountId }) => (go && accountId ? [accountId] : []));
    return claimRules(this.#capacity, this.#shares(), new Set(resuming));
  }

  /** While new tasks are claimed, they get every other slot in which a task could resume; otherwise resuming tasks get all of them. */
  startClaiming(): void {
    this.#claiming = true;
  }

  stopClaiming(): void {
    this.#claiming = false;
    while (this.#resumeNext());
  }

  /** A slot for a new task, if one is free. It must be assigned or put back. */
  take(): Slot | undefined {
    return this.used < this.count ? this.#slot({ isRunning: true, isPlaced: false }) : undefined;
  }

  /** Of a task that waits already. */
  ofWaiting({ accountId, late }: SlotTask): Slot {
    return this.#slot({ accountId, isRunning: false, isPlaced: late.length > 0 });
  }

  #slot(held: Held): Slot {
    this.#held.add(held);
    const slot: Slot = {
      assign: ({ accountId, late }) => {
        held.accountId = accountId;
        held.isPlaced = late.length > 0;
        return slot;
      },
      suspend: () => {
        if (!held.isRunning || !held.accountId) return;
        // Otherwise a worker would hold any number of pages that people have taken over.
        if (!held.isPlaced && !this.#hasPlaceFor(held.accountId)) return;
        held.isPlaced = true;
        held.isRunning = false;
        this.#slotFreed();
      },
      resume: async (signal) => {
        if (held.isRunning || !this.#held.has(held)) return;
        if (this.used < this.count && this.#mayResume(held, this.#shares())) held.isRunning = true;
        else await this.#waitForSlot(held, signal);
      },
      release: () => {
        if (!this.#held.delete(held)) return;
        if (!held.isRunning) return this.#onFree();
        held.isRunning = false;
        this.#slotFreed();
      },
      putBack: () => {
        if (held.accountId) return;
        this.#held.delete(held);
        // No callback: taking the slot did not call one either.
        this.#resumeNext();
      },
    };
    return slot;
  }

  /** By account. */
  #shares(): Map<number, Share> {
    const shares = new Map<number, Share>();
    for (const { accountId, isRunning, isPlaced } of this.#held) {
      if (!accountId) continue;
      const { slots, places } = shares.get(accountId) ?? { slots: 0, places: 0 };
      shares.set(accountId, { slots: slots + Number(isRunning), places: places + Number(isPlaced) });
    }
    return shares;
  }

  #hasPlaceFor(accountId: number): boolean {
    const { withoutPlace } = this.claimRules();
    return withoutPlace !== "all" && !withoutPlace.includes(accountId);
  }

  #slotFreed(): void {
    const contended = this.#claiming && [...this.#held].some(({ go }) => go);
    if (contended) this.#newTaskIsNext = !this.#newTaskIsNext;
    if (!(contended && this.#newTaskIsNext) && this.#resumeNext()) return;
    this.#onFree();
  }

  /** Gives a free slot to the next task that may resume. Returns false if there is none. */
  #resumeNext(): boolean {
    if (this.used >= this.count) return false;
    const shares = this.#shares();
    const [next] = [...this.#held]
      .filter((held) => held.go && this.#mayResume(held, shares))
      .toSorted((a, b) => slotsOf(a, shares) - slotsOf(b, shares));
    next?.go?.();
    return next !== undefined;
  }

  #mayResume(held: Held, shares: ReadonlyMap<number, Share>): boolean {
    const { slotsPerAccount } = this.#capacity;
    return slotsPerAccount === 0 || slotsOf(held, shares) < slotsPerAccount;
  }

  #waitForSlot(held: Held, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    // Behind the others that wait.
    this.#held.delete(held);
    this.#held.add(held);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      held.go = undefined;
      reject(signal.reason);
    };
    held.go = () => {
      signal.removeEventListener("abort", leave);
      held.go = undefined;
      held.isRunning = true;
      resolve();
    };
    signal.addEventListener("abort", leave, { once: true });
    return promise;
  }
}

function slotsOf({ accountId = 0 }: Held, shares: ReadonlyMap<number, Share>): number {
  return shares.get(accountId)?.slots ?? 0;
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
