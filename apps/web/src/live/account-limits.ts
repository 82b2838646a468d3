import { DomainError } from "@gatepost/domain/platform/errors";

/** Large results in memory at once, of all accounts; each takes several times its length while its response is made. */
const max = 4;

/** How long a call waits for its turn. Milliseconds. */
const maxWaitMs = 30_000;

type Release = () => void;

interface Waiting {
  accountId: number;
  begin(): void;
}

/**
 * Which calls may have a large result in memory: four at once, and one of each account, in the order in which they came. No
 * library's limiter (p-limit, p-queue) keeps one account from taking all turns.
 */
export function openResultTurns() {
  const underWay = new Set<number>();
  let queue: Waiting[] = [];

  function take(accountId: number, disconnected: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const end = AbortSignal.any([disconnected, AbortSignal.timeout(maxWaitMs)]);
      const giveUp = () => {
        queue = queue.filter((one) => one !== waiting);
        reject(
          new DomainError("ERROR_SERVICE_UNAVAILABLE", "Too many calls for large results are under way. Try again."),
        );
      };
      const waiting: Waiting = {
        accountId,
        begin: () => {
          end.removeEventListener("abort", giveUp);
          resolve(() => {
            underWay.delete(accountId);
            beginNext();
          });
        },
      };
      if (end.aborted) return giveUp();
      end.addEventListener("abort", giveUp);
      queue.push(waiting);
      beginNext();
    });
  }

  function beginNext(): void {
    while (underWay.size < max) {
      const next = queue.find(({ accountId }) => !underWay.has(accountId));
      if (!next) return;
      queue = queue.filter((one) => one !== next);
      underWay.add(next.accountId);
      next.begin();
    }
  }

  /** What a verb calls before it reads a large result: the call waits for its turn, which ends once its response has been sent. */
  function beforeLarge(accountId: number, call: { disconnected(): AbortSignal; whenSent(done: Release): void }) {
    let begun: Promise<void> | undefined;
    return () => {
      begun ??= take(accountId, call.disconnected()).then(call.whenSent);
      return begun;
    };
  }

  return {
    beforeLarge,
    /** Calls a verb whose result is small, though what it reads may be large. */
    async during<T>(accountId: number, verb: (beforeLarge: () => Promise<void>) => Promise<T>): Promise<T> {
      let release: Release | undefined;
      const whenSent = (done: Release) => {
        release = done;
      };
      try {
        return await verb(beforeLarge(accountId, { disconnected: () => new AbortController().signal, whenSent }));
      } finally {
        release?.();
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
