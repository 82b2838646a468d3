import { setTimeout as sleep } from "node:timers/promises";

const timeoutMs = 120_000;

/** Waits until the web server reports that the database, its tables and a worker are available. */
export async function untilReady(origin: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last = "";
  while (Date.now() < deadline) {
    try {
      const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
      if (answer.ok) return;
      last = (await answer.text()).slice(0, 500);
    } catch (error) {
      last = (error as Error).message;
    }
    signal.throwIfAborted();
    await sleep(50);
  }
  throw new Error(`Gatepost did not become ready within ${timeoutMs / 1_000} s; /readyz said last: ${last}`);
}
