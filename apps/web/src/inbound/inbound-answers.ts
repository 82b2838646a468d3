import type { AppContext } from "@gatepost/domain/context";
import { answerWaits } from "@gatepost/domain/inbound/answer-waits";
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
  /** For each account with messages, what was looked at last. */
  #seen = new Map<number, string>();
  #hurried = false;
  #wake: (() => void) | undefined;

  constructor(app: AppContext, { onFault }: { onFault: (error: unknown) => void }) {
    this.#app = app;
    this.#onFault = onFault;
  }

  /** Runs until the signal is aborted. Never rejects. */
  run(signal: AbortSignal): Promise<void> {
    return repeat(() => this.#round(signal), { signal, onFault: this.#onFault });
  }

  /** A message has arrived. */
  hurry(): void {
    this.#hurried = true;
    this.#wake?.();
  }

  /** Tasks of these accounts may have begun to wait. */
  receive(accountIds: readonly number[]): void {
    if (accountIds.some((accountId) => this.#seen.has(accountId))) this.hurry();
  }

  async #round(signal: AbortSignal): Promise<number> {
    this.#hurried = false;
    const accounts = await this.#app.db.run(findAccountsWithMessagesSql);
    const before = this.#seen;
    this.#seen = new Map(accounts.map(({ accountId }) => [accountId, before.get(accountId) ?? ""]));
    const looks = accounts.map(async ({ accountId }) => {
      this.#seen.set(accountId, await answerWaits(this.#app, accountId, before.get(accountId)));
    });
    // One account's fault holds up no other's.
    for (const look of await Promise.allSettled(looks)) if (look.status === "rejected") this.#onFault(look.reason);
    await this.#rest(accounts.length > 0 ? pause.kept : pause.idle, signal);
    return 0;
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
