import type { AppContext } from "@gatepost/domain/platform/context";
import { Signal } from "@gatepost/domain/platform/signal";
import { repeat } from "@gatepost/domain/platform/unavailable";
import { answerWaits, type Scan } from "@gatepost/domain/waits/answer-by-message";

/** Milliseconds between two rounds while messages are kept, and otherwise, for what another process left when it ended. */
const pause = { kept: 1_000, idle: 30_000 };

/**
 * Answers waits with the messages of inbound codes: at once when a message arrives in this process, and when a task of an
 * account that has one begins to wait; every second as long as any is kept. Otherwise one small query each half minute.
 */
export class InboundAnswers {
  readonly #app: AppContext;
  readonly #onFault: (error: unknown) => void;
  /** For each account with messages, the last scan of them; undefined before the first has ended. */
  readonly #scans = new Map<number, Scan | undefined>();
  /** The scans that are under way, one for each account, so that no account waits for another's messages. */
  readonly #running = new Map<number, Promise<void>>();
  /** The accounts to scan again when their scan has ended. */
  readonly #rescan = new Set<number>();
  readonly #arrived = new Signal();

  constructor(app: AppContext, { onFault }: { onFault: (error: unknown) => void }) {
    this.#app = app;
    this.#onFault = onFault;
  }

  /** Runs until the signal is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    await repeat(() => this.#round(signal), { signal, onFault: this.#onFault });
    await Promise.all(this.#running.values());
  }

  /** Called when a message has arrived: starts a round at once. */
  notify(): void {
    this.#arrived.notify();
  }

  /** Called when tasks of these accounts may have begun to wait. */
  receive(accountIds: readonly number[]): void {
    if (accountIds.some((accountId) => this.#scans.has(accountId))) this.notify();
  }

  async #round(signal: AbortSignal): Promise<number> {
    const accounts = await this.#app.db.prisma.inboundMessage.groupBy({
      by: ["accountId"],
      where: { content: { not: null } },
    });
    const ids = new Set(accounts.map(({ accountId }) => accountId));
    for (const accountId of this.#scans.keys()) if (!ids.has(accountId)) this.#scans.delete(accountId);
    for (const accountId of ids) this.#scan(accountId);
    await this.#arrived.wait(signal, accounts.length > 0 ? pause.kept : pause.idle);
    return 0;
  }

  #scan(accountId: number): void {
    if (this.#running.has(accountId)) {
      this.#rescan.add(accountId);
      return;
    }
    const before = this.#scans.get(accountId);
    this.#scans.set(accountId, before);
    const scan = answerWaits(this.#app, accountId, before)
      .then((latest) => void this.#scans.set(accountId, latest), this.#onFault)
      .finally(() => {
        this.#running.delete(accountId);
        if (this.#rescan.delete(accountId)) this.notify();
      });
    this.#running.set(accountId, scan);
  }
}
