import type { AppContext } from "@gatepost/domain/platform/context";
import { Signal } from "@gatepost/domain/platform/signal";
import { repeat } from "@gatepost/domain/platform/unavailable";
import { answerWaits, type PatternResults } from "@gatepost/domain/waits/answer-by-message";

/** Milliseconds between two rounds while messages are kept, and otherwise, for what another process left when it ended. */
const pause = { kept: 1_000, idle: 30_000 };

/**
 * Answers waits with the messages of inbound codes: at once when a message arrives in this process, and when a task of an
 * account that has one begins to wait; every second as long as any is kept. Otherwise one small query each half minute.
 */
export function answerInbound(app: AppContext, { onFault }: { onFault: (error: unknown) => void }) {
  /** For each account with messages, the last scan of them; undefined before the first has ended. */
  const scans = new Map<number, PatternResults | undefined>();
  /** The scans that are under way, one for each account, so that no account waits for another's messages. */
  const running = new Map<number, Promise<void>>();
  /** The accounts to scan again when their scan has ended. */
  const rescan = new Set<number>();
  const arrived = new Signal();

  async function round(signal: AbortSignal): Promise<number> {
    const accounts = await app.db.prisma.inboundMessage.groupBy({
      by: ["accountId"],
      where: { content: { not: null } },
    });
    const ids = new Set(accounts.map(({ accountId }) => accountId));
    for (const accountId of scans.keys()) if (!ids.has(accountId)) scans.delete(accountId);
    for (const accountId of ids) scan(accountId);
    await arrived.wait(signal, accounts.length > 0 ? pause.kept : pause.idle);
    return 0;
  }

  function scan(accountId: number): void {
    if (running.has(accountId)) {
      rescan.add(accountId);
      return;
    }
    const before = scans.get(accountId);
    scans.set(accountId, before);
    const scanning = answerWaits(app, accountId, before)
      .then((latest) => void scans.set(accountId, latest), onFault)
      .finally(() => {
        running.delete(accountId);
        if (rescan.delete(accountId)) arrived.notify();
      });
    running.set(accountId, scanning);
  }

  return {
    /** Runs until the signal is aborted. Never rejects. */
    async run(signal: AbortSignal): Promise<void> {
      await repeat(() => round(signal), { signal, onFault });
      await Promise.all(running.values());
    },
    /** Called when a message has arrived: starts a round at once. */
    notify: () => arrived.notify(),
    /** Called when tasks of these accounts may have begun to wait. */
    receive(accountIds: readonly number[]): void {
      if (accountIds.some((accountId) => scans.has(accountId))) arrived.notify();
    },
  };
}
