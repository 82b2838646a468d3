import type { ErrorCode } from "@gatepost/contract/errors";
import { type AppContext, cached } from "./context.ts";
import { DomainError } from "./errors.ts";

interface Turns {
  /** Callers that have a turn at once, each one at a time. */
  atOnce: number;
  /** After a turn its place stays free for this many times as long as it took. */
  rest?: number;
  /** What may wait of one caller, by the sizes of its turns; a single one may be larger. */
  most: number;
  /** The text of the error if more would wait, or waiting takes too long. */
  refusal: string;
  /** Its code if more would wait. */
  full?: ErrorCode;
}

interface Waiting {
  size: number;
  begin(): void;
}

export type EndTurn = () => void;

/** Whoever has waited for as long has probably given up. Milliseconds. */
const longestWaitMs = 30_000;

const unavailable = "ERROR_SERVICE_UNAVAILABLE";

/**
 * Turns at what a process can do for few at once. Callers take turns in rotation, so that nobody waits for everything that another one
 * has asked for. ERROR_SERVICE_UNAVAILABLE after half a minute. No library's limiter (p-limit, p-queue) keeps one caller from taking all.
 */
export function openTurns<Caller>({ atOnce, rest = 0, most, refusal, full = unavailable }: Turns) {
  const waiting = new Map<Caller, Waiting[]>();
  const busy = new Set<Caller>();

  function beginNext(): void {
    for (const [caller, line] of waiting) {
      if (busy.size >= atOnce) return;
      if (busy.has(caller)) continue;
      busy.add(caller);
      const next = line.shift();
      // What else waits of the caller is behind all others.
      waiting.delete(caller);
      if (line.length > 0) waiting.set(caller, line);
      next?.begin();
    }
  }

  /** Waits for a turn of the caller, unless `gone` is aborted before. Whoever has it must end it. */
  async function take(caller: Caller, size: number, gone?: AbortSignal): Promise<EndTurn> {
    const line = waiting.get(caller) ?? [];
    const before = line.reduce((sum, one) => sum + one.size, 0);
    if (before > 0 && before + size > most) throw new DomainError(full, refusal);
    const turn = Promise.withResolvers<EndTurn>();
    const settle = () => {
      clearTimeout(timer);
      gone?.removeEventListener("abort", giveUp);
    };
    const end = () => {
      busy.delete(caller);
      beginNext();
    };
    const own: Waiting = {
      size,
      begin() {
        settle();
        turn.resolve(end);
      },
    };
    const giveUp = () => {
      settle();
      line.splice(line.indexOf(own), 1);
      if (line.length === 0) waiting.delete(caller);
      turn.reject(new DomainError(unavailable, refusal));
    };
    const timer = setTimeout(giveUp, longestWaitMs);
    gone?.addEventListener("abort", giveUp);
    line.push(own);
    waiting.set(caller, line);
    if (gone?.aborted) giveUp();
    else beginNext();
    return turn.promise;
  }

  return {
    take,
    /** Does the work in a turn of the caller. */
    async during<Result>(caller: Caller, size: number, work: () => Result | Promise<Result>): Promise<Result> {
      const end = await take(caller, size);
      const began = performance.now();
      try {
        return await work();
      } finally {
        if (rest > 0) setTimeout(end, (performance.now() - began) * rest);
        else end();
      }
    },
  };
}

const accountTurns = cached("account turns", () =>
  openTurns<string>({
    atOnce: Number.POSITIVE_INFINITY,
    most: 500,
    refusal: "Too many calls of the account wait for each other; nothing was done. Try again.",
    full: "ERROR_TOO_MANY_REQUESTS",
  }),
);

/**
 * Does work that takes as long, or as much memory, as the account has things, or that waits for others of the account: a process does one
 * after another of each account, because many at once would take all connections, and others' calls would wait for them. Changes wait for
 * changes only, so that a new draft or session keeps no task waiting for the account's lists. ERROR_TOO_MANY_REQUESTS if 500 wait.
 */
export const inAccountTurn = <Result>(
  { cache }: Pick<AppContext, "cache">,
  accountId: number,
  work: () => Promise<Result>,
  kind: "read" | "change" = "read",
): Promise<Result> => cache(accountTurns).during(`${kind} ${accountId}`, 1, work);
