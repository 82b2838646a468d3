import { rightCode } from "../../apps/cli/src/demo-site/accounts.ts";
import { newAccount, newApplication } from "../../tests/factories.ts";
import type { Scripted } from "../floors/playwright-script.ts";
import type { BenchInstallation } from "../lab.ts";
import type { Program } from "../program.ts";
import { taskBody } from "./task-calls.ts";

/** Looking for the end costs the database CPU that the tasks would have: seldom. */
const pollMs = 100;
/** Between two tasks alone: the worker is at rest when the next one comes, as it is for one customer. */
const restMs = 300;

/** Creates tasks of the built-in sign-in with 2FA at the demo's site, and tells what they took by the database's clock. */
export class SignInTasks {
  readonly #installation: BenchInstallation;
  readonly #web: Program;
  readonly #clientKey: string;
  readonly #body: object;

  private constructor(installation: BenchInstallation, web: Program, clientKey: string, body: object) {
    this.#installation = installation;
    this.#web = web;
    this.#clientKey = clientKey;
    this.#body = body;
  }

  static async open(installation: BenchInstallation, web: Program, siteUrl: string): Promise<SignInTasks> {
    const account = await newAccount(installation.operator, { balance: 1_000 });
    const softId = await newApplication(installation.operator, account);
    const body = JSON.parse(taskBody(account.clientKey, softId)) as { task: { variables: object } };
    const variables = { ...body.task.variables, control_text: "Welcome, Ada" };
    const task = { ...body.task, websiteURL: `${siteUrl}/login`, variables };
    return new SignInTasks(installation, web, account.clientKey, { ...body, task });
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
      if (atOnce === 1) await new Promise((resolve) => setTimeout(resolve, restMs));
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

  async create(): Promise<number> {
    return ((await this.#call("createTask", this.#body)) as { taskId: number }).taskId;
  }

  async push(taskId: number): Promise<void> {
    const push = { clientKey: this.#clientKey, taskId, name: "2fa_input_value", value: rightCode };
    await this.#call("pushAntiGateVariable", push);
  }

  /** Resolves when all of them have ended. */
  ended(ids: number[]): Promise<void> {
    return this.#until(ids, "ended_at is not null");
  }

  /** Resolves when all of them wait for their codes. */
  waiting(ids: number[]): Promise<void> {
    return this.#until(ids, "state = 'waiting'");
  }

  async #until(ids: number[], condition: string): Promise<void> {
    for (;;) {
      const [row] = await this.#installation.query<{ n: number }>(
        `select count(*)::int as n from task where id = any($1) and not (${condition})`,
        [ids],
      );
      if (row?.n === 0) return;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async #call(method: string, body: object): Promise<object> {
    const answer = await fetch(`http://127.0.0.1:${this.#web.port}/${method}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    const result = (await answer.json()) as { errorId: number };
    if (result.errorId !== 0) throw new Error(`${method} was answered ${JSON.stringify(result)}`);
    return result;
  }
}
