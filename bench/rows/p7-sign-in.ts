import { rightCode, startSite } from "../../apps/cli/src/demo-site/server.ts";
import { ensureChromium } from "../../apps/cli/src/up/chromium.ts";
import { featuresOff } from "../../apps/worker/src/browser/chromium-features.ts";
import { newAccount, newApplication } from "../../tests/factories.ts";
import type { Finding } from "../findings.ts";
import type { Script, Scripted } from "../floors/playwright-script.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { type Program, start } from "../program.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import { taskBody } from "./task-calls.ts";

const slots = 4;
/** Looking for the end costs the database CPU that the tasks would have: seldom. */
const pollMs = 100;
/** Between two tasks alone: the worker is at rest when the next one comes, as it is for one customer. */
const restMs = 300;

/** The built-in sign-in with 2FA at the demo's site by the worker, beside the same steps in a Playwright script. */
export async function signInRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p7");
  const site = await startSite();
  try {
    const reach = { GATEPOST_EGRESS_ALLOW: new URL(site.url).host };
    await using web = await installation.startWeb("direct", reach);
    const chromium = { GATEPOST_CHROMIUM: await ensureChromium() };
    await using _worker = await start("../apps/worker/src/main.ts", {
      ...{ ...installation.workerEnv, ...chromium },
      ...{ ...reach, WORKER_SLOTS: String(slots) },
    });
    await using script = await start("floors/playwright-script.ts", chromium);
    // What is left of the difference when its browser leaves out what the worker's does.
    await using knowing = await start("floors/playwright-script.ts", { ...chromium, CHROMIUM_ARGUMENT: featuresOff });
    const account = await newAccount(installation.operator, { balance: 1_000 });
    const softId = await newApplication(installation.operator, account);
    const url = `${site.url}/login`;
    const customer = new Customer(installation, web, account.clientKey, softId, url);
    const handwritten = (tasks: number, at: number, program = script) =>
      program.ask<Scripted>({ url, code: rightCode, tasks, slots: at } satisfies Script);

    const [single, many] = [Math.round(lab.samples / 25), Math.round(lab.samples / 9)];
    await customer.run(slots, slots);
    for (const program of [script, knowing]) await handwritten(slots, slots, program);
    const one = await interleave(lab, { subject: () => customer.run(single, 1), script: () => handwritten(single, 1) });
    const together = await interleave(lab, {
      subject: () => customer.run(many, many),
      script: () => handwritten(many, slots),
      knowing: () => handwritten(many, slots, knowing),
    });
    const times = (all: Scripted[]) => all.map(({ each }) => median(each));
    const [task, hand] = [times(one.subject), times(one.script)];
    const opening = median(one.script.flatMap((all) => all.opening ?? []));
    const perTask = (all: Scripted[]) => all.map(({ each, all: ms }) => ms / each.length);
    const perMinute = (all: Scripted[]) => (60_000 / median(perTask(all))).toFixed(0);
    return [
      {
        ...{ row: "P7", what: "sign-in with 2FA beyond a script of the same steps", unit: "ms", asked: { atMost: 50 } },
        subject: task.map((ms, round) => ms - (hand[round] as number)),
        note: `a task alone ${median(task).toFixed(0)} ms from createTask to its end, the script ${median(hand).toFixed(0)} ms, of which ${opening.toFixed(0)} ms for its browser context: the worker has made one ahead.`,
      },
      {
        // Within 10 % of the script's tasks a minute.
        ...{ row: "P7", what: `a sign-in with 2FA, ${slots} at once`, unit: "ms", asked: { atMost: 1.11 } },
        ...{ subject: perTask(together.subject), floor: perTask(together.script), floorName: "the script" },
        note: `${perMinute(together.subject)} tasks a minute, the script ${perMinute(together.script)}. The worker's browser leaves out the list under its address bar.`,
      },
      {
        ...{ row: "P7", what: `a sign-in with 2FA, ${slots} at once, the same features off`, unit: "ms" },
        ...{ subject: perTask(together.subject), floor: perTask(together.knowing), floorName: "the script" },
        note: `the script, in a browser without that list, does ${perMinute(together.knowing)} tasks a minute.`,
      },
    ];
  } finally {
    await site.close();
  }
}

/** Creates tasks and tells what they took by the database's clock. */
class Customer {
  readonly #installation: BenchInstallation;
  readonly #web: Program;
  readonly #clientKey: string;
  readonly #body: object;

  constructor(installation: BenchInstallation, web: Program, clientKey: string, softId: number, websiteURL: string) {
    this.#installation = installation;
    this.#web = web;
    const body = JSON.parse(taskBody(clientKey, softId)) as { task: { websiteURL: string; variables: object } };
    const variables = { ...body.task.variables, control_text: "Welcome, Ada" };
    this.#clientKey = clientKey;
    this.#body = { ...body, task: { ...body.task, websiteURL, variables } };
  }

  /** So many tasks, of which `atOnce` are queued or running at a time. */
  async run(tasks: number, atOnce: number): Promise<Scripted> {
    const ids: number[] = [];
    while (ids.length < tasks) {
      const some = await Promise.all(
        Array.from({ length: Math.min(atOnce, tasks - ids.length) }, () => this.#create()),
      );
      ids.push(...some);
      await this.#ended(some);
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

  /** The code is pushed at once, long before the task asks for it. */
  async #create(): Promise<number> {
    const { taskId } = (await this.#call("createTask", this.#body)) as { taskId: number };
    const push = { clientKey: this.#clientKey, taskId, name: "2fa_input_value", value: rightCode };
    await this.#call("pushAntiGateVariable", push);
    return taskId;
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

  async #ended(ids: number[]): Promise<void> {
    for (;;) {
      const [row] = await this.#installation.query<{ n: number }>(
        "select count(*)::int as n from task where id = any($1) and ended_at is null",
        [ids],
      );
      if (row?.n === 0) return;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}
