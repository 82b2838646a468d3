import { setTimeout as sleep } from "node:timers/promises";

/**
 * Does work that keeps the process from everything else for a while one piece at a time, a piece of each caller in turn, so that nobody
 * waits for all the work of another. After each piece the process is left to others for `rest` times as long as it took.
 */
export function openTurns<Caller>(rest: number) {
  const waiting = new Map<Caller, (() => void)[]>();
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let [next] = waiting; next; [next] = waiting) {
      const [caller, [work, ...others]] = next;
      waiting.delete(caller);
      if (others.length > 0) waiting.set(caller, others);
      const began = performance.now();
      work?.();
      await sleep((performance.now() - began) * rest);
    }
    isRunning = false;
  }

  return function inTurn<Result>(caller: Caller, work: () => Result): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const piece = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      waiting.set(caller, [...(waiting.get(caller) ?? []), piece]);
      void run();
    });
  };
}
