import { DomainError } from "@gatepost/domain/platform/errors";
import { type EndTurn, openTurns } from "@gatepost/domain/platform/turns";

/** Which calls may have a large result in memory, each of which takes several times its length while its response is made. */
export function openResultTurns() {
  const turns = openTurns<number>({
    atOnce: 4,
    most: Number.POSITIVE_INFINITY,
    refusal: "Too many calls for large results are under way. Try again.",
  });

  /** What a verb calls before it reads a large result: the call waits for its turn, which ends once its response has been sent. */
  function beforeLarge(accountId: number, call: { disconnected?(): AbortSignal; whenSent(done: EndTurn): void }) {
    let begun: Promise<void> | undefined;
    return () => {
      begun ??= turns.take(accountId, 1, call.disconnected?.()).then(call.whenSent);
      return begun;
    };
  }

  return {
    beforeLarge,
    /** Calls a verb whose result is small, though what it reads may be large. */
    async during<T>(accountId: number, verb: (beforeLarge: () => Promise<void>) => Promise<T>): Promise<T> {
      let end: EndTurn | undefined;
      const whenSent = (done: EndTurn) => {
        end = done;
      };
      try {
        return await verb(beforeLarge(accountId, { whenSent }));
      } finally {
        end?.();
      }
    },
  };
}

/**
 * Counts what each account, or what else has such an identity, has open in this process at once. `refusal`: says what there are `max`
 * of, and what to do.
 */
export function accountLimit<Identity = number>(max: number, refusal: string) {
  const counts = new Map<Identity, number>();
  return {
    /** Counts one more until it is disposed of. ERROR_TOO_MANY_REQUESTS if the account has `max`. */
    open(accountId: Identity): Disposable {
      const count = counts.get(accountId) ?? 0;
      if (count >= max) throw new DomainError("ERROR_TOO_MANY_REQUESTS", refusal);
      counts.set(accountId, count + 1);
      return {
        [Symbol.dispose]: () => {
          const left = (counts.get(accountId) ?? 1) - 1;
          if (left > 0) counts.set(accountId, left);
          else counts.delete(accountId);
        },
      };
    },
  };
}

/** Messages that are read in a second from one browser: a fast mouse and the frames that it draws make some hundred. */
const maxMessages = 1_000;

/** A longer message counts for more of them: a file to upload has up to 4 MiB. */
const messageBytes = 16 * 1024;

interface Paced {
  pause(): void;
  resume(): void;
  once(event: "close", listener: () => void): unknown;
}

/**
 * Call what it returns with the bytes of each message of the connection: nothing more is read in a second than a person sends, and
 * nothing while `isBehind`, so that nobody can use up the memory or the CPU of this process and of a worker.
 */
export function pace(connection: Paced, isBehind: () => boolean): (bytes: number) => void {
  let left = maxMessages;
  const refill = setInterval(() => {
    left = Math.min(left + maxMessages, maxMessages);
    if (left > 0 && !isBehind()) connection.resume();
  }, 1_000);
  connection.once("close", () => clearInterval(refill));
  return (bytes) => {
    left -= 1 + bytes / messageBytes;
    if (left <= 0 || isBehind()) connection.pause();
  };
}
