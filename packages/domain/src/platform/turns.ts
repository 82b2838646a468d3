import { setTimeout as sleep } from "node:timers/promises";

/**
 * Does work that keeps the process from everything else for a while one piece at a time, and then leaves the process to others for
 * `rest` times as long as it took.
 */
export function openTurns(rest: number) {
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn<Result>(work: () => Result): Promise<Result> {
    let took = 0;
    const done = last.then(() => {
      const began = performance.now();
      try {
        return work();
      } finally {
        took = performance.now() - began;
      }
    });
    last = done.catch(() => {}).then(() => sleep(took * rest));
    return done;
  };
}
