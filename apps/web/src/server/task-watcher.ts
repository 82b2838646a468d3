import { limits } from "@gatepost/contract/limits";
import { DomainError } from "@gatepost/domain/errors";
import type { TaskLook, WatchedTask } from "@gatepost/domain/task/look-at-tasks";

/** How often watched tasks are looked at although nothing was notified: a lost notification costs no more than this. */
const lookMs = 1_000;

export interface TaskWatcherOptions {
  /** How tasks stand, each for the call that watches it, in one query. */
  look(watched: readonly WatchedTask[]): Promise<TaskLook[]>;
}

interface WatchRequest extends WatchedTask {
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Holds calls until the tasks that they watch change. A held call costs a timer and its place in one query a second for
 * all of them; it uses no database connection.
 */
export class TaskWatcher {
  readonly #look: TaskWatcherOptions["look"];
  readonly #watches = new Set<TaskWatch>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #closed = false;

  constructor({ look }: TaskWatcherOptions) {
    this.#look = look;
  }

  /**
   * Starts watching, before the caller reads the task, so that no change is missed; call `close` afterwards.
   * ERROR_TOO_MANY_REQUESTS if the account has as many such calls under way as it may have.
   */
  open(request: WatchRequest): TaskWatch {
    const max = limits.heldCalls;
    let held = 0;
    for (const { accountId } of this.#watches) if (accountId === request.accountId) held++;
    if (held >= max)
      throw new DomainError(
        "ERROR_TOO_MANY_REQUESTS",
        `The account has ${max} calls with waitSeconds under way, which is as many as it may have at once. Wait for one ` +
          "of them, or call without waitSeconds.",
      );
    const watch = new TaskWatch(request, {
      onClose: () => this.#watches.delete(watch),
      lookSoon: () => void this.#lookAt([watch]),
    });
    if (this.#closed) watch.end();
    else this.#watches.add(watch);
    this.#timer ??= setInterval(() => this.#beat(), lookMs).unref();
    return watch;
  }

  /** Called with tasks that changed. */
  receive(changed: readonly { taskId: number }[]): void {
    if (this.#watches.size === 0) return;
    const ids = new Set(changed.map(({ taskId }) => taskId));
    const concerned = [...this.#watches].filter(({ taskId }) => ids.has(taskId));
    for (const watch of concerned) watch.changedBefore = true;
    void this.#lookAt(concerned);
  }

  /** Ends all calls under way with what is known, and holds no more of them. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const watch of this.#watches) watch.end();
  }

  #beat(): void {
    if (this.#watches.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else if (!this.#looking) {
      this.#looking = true;
      void this.#lookAt([...this.#watches]).finally(() => {
        this.#looking = false;
      });
    }
  }

  async #lookAt(watches: readonly TaskWatch[]): Promise<void> {
    const held = watches.filter((watch) => watch.held);
    if (held.length === 0) return;
    try {
      const looks = await this.#look(held);
      for (const [n, watch] of held.entries()) watch.see(looks[n] as TaskLook);
    } catch {
      // While the database is unavailable nothing is known. The next look comes within a second, and a call that ends
      // meanwhile reads the task itself.
    }
  }
}

/** One call that watches a task. */
export class TaskWatch implements WatchedTask {
  readonly taskId: number;
  readonly accountId: number;
  readonly keyId: number | null;
  /** Whether a change was notified since the watch began. */
  changedBefore = false;
  readonly #signal: AbortSignal;
  readonly #hooks: { onClose(): void; lookSoon(): void };
  #ended = false;
  #version: string | undefined;
  #settle: ((error?: DomainError) => void) | undefined;

  constructor({ taskId, accountId, keyId, signal }: WatchRequest, hooks: { onClose(): void; lookSoon(): void }) {
    this.taskId = taskId;
    this.accountId = accountId;
    this.keyId = keyId;
    this.#signal = signal;
    this.#hooks = hooks;
  }

  /** Whether a call is held by it right now. */
  get held(): boolean {
    return this.#settle !== undefined;
  }

  /**
   * Resolves once the task's version is another one, `ms` have passed, the client has disconnected or the process shuts
   * down. Rejects with ERROR_KEY_DOES_NOT_EXIST when the key is revoked.
   */
  async changed(version: string, ms: number): Promise<void> {
    if (this.#ended || this.#signal.aborted) return;
    this.#version = version;
    const end = () => this.end();
    const timer = setTimeout(end, ms);
    this.#signal.addEventListener("abort", end);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#settle = (error) => (error ? reject(error) : resolve());
        if (this.changedBefore) this.#hooks.lookSoon();
      });
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener("abort", end);
      this.#settle = undefined;
    }
  }

  /** Compares how the task stands now with what the call knows. */
  see({ verified, ended, version }: TaskLook): void {
    if (!verified) this.#settle?.(new DomainError("ERROR_KEY_DOES_NOT_EXIST"));
    else if (ended || version !== this.#version) this.#settle?.();
  }

  /** Lets the call continue without a change. */
  end(): void {
    this.#ended = true;
    this.#settle?.();
  }

  close(): void {
    this.end();
    this.#hooks.onClose();
  }
}
