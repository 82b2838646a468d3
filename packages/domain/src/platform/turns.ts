import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "./errors.ts";

interface Turns {
  /** After each piece the process is left to others for this many times as long as it took. */
  rest: number;
  /** Bytes of what one caller has waiting, of which a single piece may have more. */
  maxBytes: number;
  /** The error's text for a caller who has more. */
  refusal: string;
}

interface Piece {
  bytes: number;
  work: () => void;
}

/**
 * Does work that keeps the process from everything else for a while: one piece at a time, and a piece of each caller in turn, so that
 * nobody waits for all the work of another. ERROR_SERVICE_UNAVAILABLE if the caller has too much waiting.
 */
export function openTurns<Caller>({ rest, maxBytes, refusal }: Turns) {
  const waiting = new Map<Caller, Piece[]>();
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    // What comes at the same moment waits too.
    await undefined;
    for (let [next] = waiting; next; [next] = waiting) {
      const [caller, [piece, ...others]] = next;
      waiting.delete(caller);
      if (others.length > 0) waiting.set(caller, others);
      const began = performance.now();
      piece?.work();
      await sleep((performance.now() - began) * rest);
    }
    isRunning = false;
  }

  return async function inTurn<Result>(caller: Caller, bytes: number, work: () => Result): Promise<Result> {
    const own = waiting.get(caller) ?? [];
    const before = own.reduce((sum, piece) => sum + piece.bytes, 0);
    if (own.length > 0 && before + bytes > maxBytes) throw new DomainError("ERROR_SERVICE_UNAVAILABLE", refusal);
    return new Promise<Result>((resolve, reject) => {
      const piece = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      waiting.set(caller, [...own, { bytes, work: piece }]);
      void run();
    });
  };
}
