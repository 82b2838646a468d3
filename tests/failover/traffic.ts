import { setTimeout as sleep } from "node:timers/promises";
import { type Account, newApplication, type Operator } from "../factories.ts";
import { changePortal } from "../portal-session.ts";
import { newPerson } from "./person.ts";

/** The constant traffic of an installation's users. */
interface TrafficOptions {
  operator: Operator;
  url: string;
  account: Account;
  /** The task of createTask. */
  task: object;
  /** The pause between calls of a kind, so that the load is bounded: 20 if absent. */
  pauseMs?: number;
}

export type Traffic = Awaited<ReturnType<typeof startTraffic>>;

export interface Outcome {
  status: number;
  /** What is wrong with a response whose status is right. */
  text: string;
  body?: Record<string, unknown>;
}

/** Calls the JSON methods, the portal and the probes, one call of each kind at a time, until it is stopped. */
export async function startTraffic({ operator, url, account, task, pauseMs = 20 }: TrafficOptions) {
  const { clientKey } = account;
  const softId = await newApplication(operator, account);
  const person = await newPerson(url);
  /** The number of responses, by call and outcome: `createTask 200`. */
  const answers = new Map<string, number>();
  /** Responses that must not occur, whatever the state of the database: all but success and 503. */
  const wrong: string[] = [];
  /** Ids of the tasks that were acknowledged. */
  const tasks: number[] = [];
  const successes: number[] = [];
  /** The responses of /readyz, when they changed. Times are those of performance.now(). */
  const readiness: { at: number; status: number; reason?: string }[] = [];
  /** The times of responses with 503. */
  const unavailable: { key: string; from: number; to: number }[] = [];
  const stopping = new AbortController();

  const method = (name: string, body: object) => () => callMethod(url, name, body);
  const calls: Record<string, () => Promise<Outcome>> = {
    async createTask() {
      const outcome = await method("createTask", { clientKey, softId, task })();
      if (outcome.body?.errorId === 0) {
        tasks.push(Number(outcome.body.taskId));
        successes.push(performance.now());
      }
      return outcome;
    },
    async pushAntiGateVariable() {
      const taskId = tasks.at(-1);
      return taskId === undefined
        ? { status: 200, text: "" }
        : method("pushAntiGateVariable", { clientKey, taskId, name: "code", value: "349001" })();
    },
    async getTaskResult() {
      const taskId = tasks.at(-1);
      return taskId === undefined ? { status: 200, text: "" } : method("getTaskResult", { clientKey, taskId })();
    },
    getBalance: method("getBalance", { clientKey }),
    getAppStats: method("getAppStats", { clientKey, softId }),
    signIn: async () => read(await changePortal(url, "/api/auth/sign-in/email", person)),
    portal: async () => read(await fetch(`${url}/api/trpc/account.me`, { headers: { cookie: person.cookie } })),
    page: async () => {
      const headers = { accept: "text/html", cookie: person.cookie };
      const response = await fetch(`${url}/dashboard`, { headers, redirect: "manual" });
      return { status: response.status, text: await response.text() };
    },
  };

  async function count(name: string, call: () => Promise<Outcome>): Promise<Outcome> {
    const from = performance.now();
    const outcome = await call().catch((error: Error) => ({ status: 0, text: String(error.cause ?? error) }));
    const { status, text } = outcome;
    const key = `${name} ${status}`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    if (status === 503) unavailable.push({ key: `${key}: ${text.slice(0, 300)}`, from, to: performance.now() });
    else if (status !== 200) wrong.push(`${key}: ${text.slice(0, 300)}`);
    return outcome;
  }

  async function repeat(name: string, call: () => Promise<Outcome>): Promise<void> {
    while (!stopping.signal.aborted) {
      await count(name, call);
      await sleep(pauseMs);
    }
  }

  async function watchReadiness(): Promise<void> {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${url}/readyz`).catch(() => undefined);
      if (!response) return void wrong.push("readyz: no answer");
      // The body may be a proxy's.
      const { status, body } = await read(response).catch(() => ({ status: 0, body: undefined }));
      const reason = body?.reason as string | undefined;
      if (readiness.at(-1)?.status !== status)
        readiness.push({ at: performance.now(), status, ...(reason && { reason }) });
      await sleep(pauseMs);
    }
  }

  const running = Promise.all([...Object.entries(calls).map(([name, call]) => repeat(name, call)), watchReadiness()]);
  return {
    answers,
    wrong,
    unavailable,
    tasks,
    readiness,
    /** Sends a call of a JSON method beside the others, which is counted like them. */
    call: (name: string, body: object) => count(name, method(name, body)),
    /** When a call that writes first succeeded after a given time; undefined if none has. */
    firstSuccessAfter: (moment: number) => successes.find((at) => at > moment),
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

/** One call of a JSON method. */
export async function callMethod(url: string, name: string, body: object): Promise<Outcome> {
  const headers = { "content-type": "application/json" };
  return read(await fetch(`${url}/${name}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function read(response: Response): Promise<Outcome> {
  const text = await response.text();
  return { status: response.status, text, ...(text.startsWith("{") && { body: JSON.parse(text) }) };
}
