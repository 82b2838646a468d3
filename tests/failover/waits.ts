import { setTimeout as sleep } from "node:timers/promises";
import type { Step } from "@gatepost/contract/steps";
import type { Outcome } from "./traffic.ts";

/** Waits for a code, types it into a page of `startEchoSite`, and reads what the page made of it. */
export const echoSteps: Step[] = [
  { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" } },
  { type: "FILL_INPUT", selector: { permanent: "#value" }, value: { variable: "code" } },
  { type: "READ_TEXT", selector: { permanent: "#echo" }, as: { permanent: "echo" } },
];

/** The page for these steps. */
export const echoPage = `<input id="value" oninput="document.body.append(Object.assign(document.createElement('p'),
  { id: 'echo', textContent: this.value }))">`;

interface WaitsOptions {
  /** Sends a call of a JSON method. */
  call(name: string, body: object): Promise<Outcome>;
  clientKey: string;
  /** A task with `echoSteps`. */
  task: object;
  /** How long each wait stays open, once it has begun, in milliseconds. The last ones stay open until `stop`. */
  heldMs: readonly number[];
}

const pollMs = 100;

/**
 * Tasks that wait for a value at any moment, each of which is answered after a while: one after the other, for each of `heldMs`. Calls that are answered 503 or not at all are repeated.
 */
export function startWaits({ call, clientKey, task, heldMs }: WaitsOptions) {
  const stopping = new AbortController();
  /** What went wrong with the waits that were not answered, or whose task did not end with the value. */
  const lost: string[] = [];
  let answered = 0;

  async function untilAnswered(name: string, body: object): Promise<Record<string, unknown>> {
    for (;;) {
      const outcome = await call(name, { clientKey, ...body });
      if (outcome.body && outcome.status !== 503) return outcome.body;
      await sleep(pollMs);
    }
  }

  async function until(taskId: unknown, isMet: (result: Record<string, unknown>) => boolean) {
    for (;;) {
      const result = await untilAnswered("getTaskResult", { taskId });
      if (result.errorId !== 0 || isMet(result)) return result;
      await sleep(pollMs);
    }
  }

  async function runOne(held: number, n: number): Promise<void> {
    const value = `${held} ${n} ${Math.random()}`;
    const created = await untilAnswered("createTask", { task });
    const { taskId } = created;
    const waiting = taskId
      ? await until(taskId, ({ status, waitingFor }) => status === "ready" || !!waitingFor)
      : created;
    if (waiting.waitingFor) {
      await sleep(held, undefined, { signal: stopping.signal }).catch(() => {});
      const pushed = await untilAnswered("pushAntiGateVariable", { taskId, name: "code", value });
      const end = await until(taskId, ({ status }) => status === "ready");
      const { texts } = (end.solution ?? {}) as { texts?: { echo?: string } };
      if (texts?.echo === value) answered += 1;
      else lost.push(`task ${taskId}: ${JSON.stringify({ pushed, end }).slice(0, 500)}`);
    } else lost.push(`no wait: ${JSON.stringify(waiting).slice(0, 500)}`);
  }

  const running = Promise.all(
    heldMs.map(async (held) => {
      for (let n = 0; !stopping.signal.aborted; n++) await runOne(held, n);
    }),
  );
  return {
    get answered() {
      return answered;
    },
    lost,
    /** Answers the waits that are open, and resolves when their tasks have ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
