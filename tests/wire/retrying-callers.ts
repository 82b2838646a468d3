import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, post } from "./call.ts";

const retryMs = 50;

interface Retried {
  answer: Answer;
  /** When the last attempt was sent, by Date.now(). */
  sentAt: number;
  /** How many attempts lost their connection before they had a response. */
  cut: number;
}

/** Calls until there is a response other than 503, each time with the same Idempotency-Key, as a careful client does. */
export async function retry(url: () => string, method: string, body: object): Promise<Retried> {
  const headers = { "idempotency-key": randomUUID() };
  for (let cut = 0; ; await sleep(retryMs)) {
    const sentAt = Date.now();
    try {
      const answer = await post(url(), method, body, headers);
      if (answer.status !== 503) return { answer, sentAt, cut };
    } catch (error) {
      const { cause } = error as Error & { cause?: NodeJS.ErrnoException };
      if (!cause) throw error;
      if (cause.code !== "ECONNREFUSED") cut += 1;
    }
  }
}

/** Clients that create tasks at a steady rate, and repeat each call until it succeeds. */
export interface Callers {
  /** The tasks that were acknowledged. `at` is the time by performance.now(). */
  readonly acknowledged: readonly { taskId: number; at: number; sentAt: number; cut: number }[];
  /** Responses that must not occur: all but success and 503. */
  readonly wrong: readonly string[];
  /** Resolves when each call that was begun has its response. */
  stop(): Promise<void>;
}

interface CallersOptions {
  /** The origin, which may change. */
  url: () => string;
  /** Of createTask. */
  body: object;
  callers: number;
  /** How many tasks they create in a second together, unless they have to wait. */
  perSecond: number;
}

export function startCallers({ url, body, callers, perSecond }: CallersOptions): Callers {
  const acknowledged: Callers["acknowledged"][number][] = [];
  const wrong: string[] = [];
  const stopping = new AbortController();

  async function callAgainAndAgain(): Promise<void> {
    for (let due = performance.now(); !stopping.signal.aborted; due += (callers * 1_000) / perSecond) {
      await sleep(Math.max(0, due - performance.now()));
      const { answer, ...attempt } = await retry(url, "createTask", body);
      if (answer.body.errorId !== 0) wrong.push(answer.text);
      else acknowledged.push({ taskId: answer.body.taskId, at: performance.now(), ...attempt });
    }
  }

  const running = Promise.all(Array.from({ length: callers }, callAgainAndAgain));
  // A failure is reported by `stop`.
  running.catch(() => {});
  return {
    acknowledged,
    wrong,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
