import type { Engine } from "@gatepost/contract/browser-settings";
import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { newAccount, newApplication } from "../../tests/factories.ts";
import type { Scripted } from "../floors/playwright-script.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import type { Program } from "../program.ts";
import { callMethod, codeName, taskBody } from "./task-calls.ts";

/** Looking for the end costs the database CPU that the tasks would have: seldom. */
const pollMs = 100;
/** Between two tasks alone: the worker is at rest when the next one comes, as it is for one customer. */
const restMs = 300;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An installation at the demo's site, with a worker whose tasks run in the engine, or else in the default one. */
export async function openAtDemoSite(
  lab: Lab,
  name: string,
  { engine, web: webEnv = {}, worker: workerEnv }: { engine?: Engine; web?: Env; worker: Env },
) {
  await using opened = new AsyncDisposableStack();
  const installation = opened.use(await lab.newInstallation(name));
  const site = opened.adopt(await startSite(), (one) => one.close());
  const reach = { GATEPOST_EGRESS_ALLOW: new URL(site.url).host };
  const web = opened.use(await installation.startWeb("direct", { ...reach, ...webEnv }));
  const worker = opened.use(await installation.startWorker(engine, { ...reach, ...workerEnv }));
  const all = opened.move();
  return { installation, site, web, worker, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

type Env = Record<string, string>;

/** Tasks of one account whose values are pushed as the code, and what they took by the database's clock. */
export class BrowserTasks {
  readonly #installation: BenchInstallation;
  readonly #web: Program;
  readonly #body: { clientKey: string };
  readonly #name: string;

  /** `body`: of createTask; `name`: the late variable. */
  constructor(installation: BenchInstallation, web: Program, body: { clientKey: string }, name: string) {
    this.#installation = installation;
    this.#web = web;
    this.#body = body;
    this.#name = name;
  }

  /** The built-in sign-in with 2FA at the demo's site. */
  static async signIns(installation: BenchInstallation, web: Program, siteUrl: string): Promise<BrowserTasks> {
    const account = await newAccount(installation.operator, { balance: 1_000 });
    const softId = await newApplication(installation.operator, account);
    const body = JSON.parse(taskBody(account.clientKey, softId));
    body.task.websiteURL = `${siteUrl}/login`;
    body.task.variables.control_text = "Welcome, Ada";
    return new BrowserTasks(installation, web, body, codeName);
  }

  /** So many tasks, of which `atOnce` are queued or running at a time. The codes are pushed at once. */
  async run(tasks: number, atOnce: number): Promise<Scripted> {
    const ids: number[] = [];
    while (ids.length < tasks) {
      const some = await Promise.all(
        Array.from({ length: Math.min(atOnce, tasks - ids.length) }, async () => {
          const taskId = await this.create();
          await this.push(taskId);
          return taskId;
        }),
      );
      ids.push(...some);
      await this.ended(some);
      if (atOnce === 1) await pause(restMs);
    }
    const rows = await this.#installation.query<{ state: string; ms: number; from: number; to: number }>(
      `select state, extract(epoch from ended_at - created_at)::float8 * 1000 as ms,
              extract(epoch from created_at)::float8 * 1000 as from, extract(epoch from ended_at)::float8 * 1000 as to
         from task where id = any($1)`,
      [ids],
    );
    const wrong = rows.filter(({ state }) => state !== "ready").length;
    if (wrong > 0) throw new Error(`${wrong} of ${tasks} tasks failed.`);
    const [first, last] = [Math.min(...rows.map(({ from }) => from)), Math.max(...rows.map(({ to }) => to))];
    return { each: rows.map(({ ms }) => ms), all: last - first };
  }

  /**
   * One task, as a program runs it that has the code only once it was asked for: polls until the task waits, pushes the code, polls
   * until the task is ready.
   */
  async runByPolling(pollsPerSecond: number): Promise<void> {
    const taskId = await this.create();
    for (let pushed = false; ; ) {
      await pause(1_000 / pollsPerSecond);
      const result = await this.#call<Result>("getTaskResult", { taskId });
      if (result.status === "ready") return;
      if (pushed || !result.waitingFor.includes(this.#name)) continue;
      await this.push(taskId);
      pushed = true;
    }
  }

  async create(): Promise<number> {
    return (await this.#call<{ taskId: number }>("createTask", this.#body)).taskId;
  }

  async push(taskId: number): Promise<void> {
    await this.#call("pushAntiGateVariable", { taskId, name: this.#name, value: rightCode });
  }

  /** Resolves when all of them have ended. */
  ended(ids: number[]): Promise<void> {
    return this.until(ids, "ended_at is not null");
  }

  /** Resolves when all of them wait for their values. */
  waiting(ids: number[]): Promise<void> {
    return this.until(ids, "state = 'waiting'");
  }

  /** Resolves when the condition holds for all. `say` gets the number for which it does, each time that it was looked for. */
  async until(
    ids: number[],
    condition: string,
    { everyMs = pollMs, say = (_count: number) => {} } = {},
  ): Promise<void> {
    for (;;) {
      const [row] = await this.#installation.query<{ n: number; failed: string | null }>(
        `select count(*) filter (where ${condition})::int as n, max(error_code) as failed from task where id = any($1)`,
        [ids],
      );
      if (row?.failed) throw new Error(`A task ended as ${row.failed}.`);
      if (row?.n === ids.length) return;
      say(row?.n ?? 0);
      await pause(everyMs);
    }
  }

  #call<Answer = object>(method: string, body: object): Promise<Answer> {
    return callMethod(this.#web.port, method, { clientKey: this.#body.clientKey, ...body });
  }
}

type Result = { status: "processing"; waitingFor: string[] } | { status: "ready" };
