import type { AppContext } from "@gatepost/domain/context";
import { answerWaits, type Look } from "@gatepost/domain/inbound/answer-waits";
import { findAccountsWithMessagesSql } from "@gatepost/domain/inbound/find-accounts-with-messages.sql";
import { repeat } from "@gatepost/domain/repeat";

/** Milliseconds between two looks while messages are kept, and otherwise, for what another process left when it ended. */
const pause = { kept: 1_000, idle: 30_000 };

/**
 * Answers waits with the messages of inbound codes: at once when a message arrives in this process, and when a task of an
 * account that has one begins to wait; every second as long as any is kept. Otherwise one small query each half minute.
 */
export class InboundAnswers {
  readonly #app: AppContext;
  readonly #onFault: (error: unknown) => void;
  /** For each account with messages, the last look at them; undefined before the first has ended. */
  readonly #looks = new Map<number, Look | undefined>();
  /** The accounts that are being looked at, each on its own, so that no account waits for another's messages. */
  readonly #underWay = new Map<number, Promise<void>>();
  /** Those at which to look again afterwards. */
  readonly #again = new Set<number>();
  #hurried = false;
  #wake: (() => void) | undefined;

  constructor(app: AppContext, { onFault }: { onFault: (error: unknown) => void }) {
    this.#app = app;
    this.#onFault = onFault;
  }

  /** Runs until the signal is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    await repeat(() => this.#round(signal), { signal, onFault: this.#onFault });
    await Promise.all(this.#underWay.values());
  }

  /** A message has arrived. */
  hurry(): void {
    this.#hurried = true;
    this.#wake?.();
  }

  /** Tasks of these accounts may have begun to wait. */
  receive(accountIds: readonly number[]): void {
    if (accountIds.some((accountId) => this.#looks.has(accountId))) this.hurry();
  }

  async #round(signal: AbortSignal): Promise<number> {
    this.#hurried = false;
    const accounts = await this.#app.db.run(findAccountsWithMessagesSql);
    const ids = new Set(accounts.map(({ accountId }) => accountId));
    for (const accountId of this.#looks.keys()) if (!ids.has(accountId)) this.#looks.delete(accountId);
    for (const accountId of ids) this.#look(accountId);
    await this.#rest(accounts.length > 0 ? pause.kept : pause.idle, signal);
    return 0;
  }

  #look(accountId: number): void {
    if (this.#underWay.has(accountId)) {
      this.#again.add(accountId);
      return;
    }
    const before = this.#looks.get(accountId);
    this.#looks.set(accountId, before);
    const look = answerWaits(this.#app, accountId, before)
      .then((seen) => void this.#looks.set(accountId, seen), this.#onFault)
      .finally(() => {
        this.#underWay.delete(accountId);
        if (this.#again.delete(accountId)) this.hurry();
      });
    this.#underWay.set(accountId, look);
  }

  #rest(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#hurried || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done);
      this.#wake = done;
    });
  }
}
