import { setTimeout as sleep } from "node:timers/promises";
import { waitForIt } from "@gatepost/contract/limits";
import type { Step } from "@gatepost/contract/steps";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { type Account, newAccount, newTemplate } from "../../tests/factories.ts";
import { browsersFor } from "../browsers.ts";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { bytesOf, Connection } from "../load/connection.ts";
import { type Program, start } from "../program.ts";
import { median, quantile } from "../statistics.ts";
import { taskAnswer } from "./task-calls.ts";

const slots = 4;
const queued = 10_000;
const waiting = 100;
/** The duration of a task: the time of one slot. */
const taskSeconds = 1;
/** Enough to keep the worker busy while calls are measured almost without a queue. */
const fewQueued = 400;

/**
 * One account has ten thousand tasks in the queue and a hundred that wait, in a worker of four slots with a real
 * browser. Measures how long until another account's task begins, and how the queue affects another account's calls.
 */
export async function fairnessRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p14");
  const site = await startSite();
  try {
    const reach = { GATEPOST_EGRESS_ALLOW: new URL(site.url).host };
    // Limits far above the queue, so that createTask counts it.
    const limits = { GATEPOST_MAX_BACKLOG: "1000000", GATEPOST_MAX_BACKLOG_PER_ACCOUNT: "1000000" };
    await using web = await installation.startWeb("direct", { ...reach, ...limits });
    await using _worker = await start("../apps/worker/src/main.ts", {
      ...installation.workerEnv,
      ...reach,
      ...(await browsersFor()),
      GATEPOST_DRAIN_SECONDS: "0",
      // One account has half of the places.
      WORKER_SLOTS: String(slots),
      WORKER_WAITING_MAX: String(2 * waiting),
    });
    const [greedy, other, caller] = [
      await Customer.open(installation, web, site.url),
      await Customer.open(installation, web, site.url),
      await Customer.open(installation, web, site.url),
    ];

    await greedy.wait(lab, waiting);
    await greedy.fill(lab, fewQueued);
    const before = await caller.callTimes(lab.samples);
    await greedy.fill(lab, queued);
    const during = await caller.callTimes(lab.samples);

    const starts: Start[] = [];
    for (let sample = 0; sample < lab.rounds * 5; sample++) starts.push(await other.start());
    const left = await greedy.count("queued");
    if (left < queued / 2) throw new Error(`Only ${left} tasks were left in the queue.`);
    if ((await greedy.count("waiting")) < waiting) throw new Error("Some of the tasks that were to wait did not.");
    const [claimed, begun] = [starts.map((one) => one.claimed), starts.map((one) => one.begun)];
    return [
      {
        row: "P14",
        what: `another account's task, from createTask to its first step, the slowest`,
        unit: "s",
        subject: [Math.max(...begun)],
        asked: { atMost: 2 },
        note: `${slots} slots of ${taskSeconds}-s tasks; one account has ${queued.toLocaleString("en-US")} in the queue and ${waiting} that wait. ${starts.length} times, median ${median(begun).toFixed(2)} s; claimed after ${median(claimed).toFixed(2)} s, at most ${Math.max(...claimed).toFixed(2)} s.`,
      },
      {
        row: "P14",
        what: "another account's createTask, p99, beside that queue",
        unit: "ms",
        subject: [quantile(during, 0.99)],
        floor: [quantile(before, 0.99)],
        floorName: "with a short queue",
        asked: { atMost: 2 },
        note: `p50 ${quantile(during, 0.5).toFixed(2)} ms, with a short queue ${quantile(before, 0.5).toFixed(2)} ms.`,
      },
    ];
  } finally {
    await site.close();
  }
}

const pause: Step = { type: "PAUSE", seconds: { permanent: taskSeconds } };
const hour = 3_600;
const wait: Step = { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" }, timeout: { permanent: hour } };
const fill: Step = { type: "FILL_INPUT", selector: { permanent: "#value" }, value: { variable: "code" } };

/** Seconds from a task's creation to its claim, and to its first step, which comes after its page was opened. */
interface Start {
  claimed: number;
  begun: number;
}

/** An account with a template that pauses and one that waits, at the demo's site. */
class Customer {
  readonly #installation: BenchInstallation;
  readonly #web: Program;
  readonly #account: Account;
  /** The bodies that create a task of each. */
  readonly #bodies: { pause: string; wait: string };

  private constructor(
    installation: BenchInstallation,
    web: Program,
    account: Account,
    bodies: { pause: string; wait: string },
  ) {
    this.#installation = installation;
    this.#web = web;
    this.#account = account;
    this.#bodies = bodies;
  }

  static async open(installation: BenchInstallation, web: Program, url: string): Promise<Customer> {
    const account = await newAccount(installation.operator, { balance: 1_000_000 });
    const bodyOf = async (steps: Step[], variables: object) =>
      JSON.stringify({
        clientKey: account.clientKey,
        task: {
          type: "AntiGateTask",
          websiteURL: `${url}/echo`,
          variables,
          templateName: await newTemplate(installation.operator, account, steps, { timeout: 2 * hour }),
        },
      });
    const bodies = { pause: await bodyOf([pause], {}), wait: await bodyOf([wait, fill], { code: waitForIt }) };
    return new Customer(installation, web, account, bodies);
  }

  /** Creates tasks until so many are in the queue. */
  async fill(lab: Lab, count: number): Promise<void> {
    await this.#create(lab, this.#bodies.pause, () => this.count("queued"), count);
  }

  /** Creates tasks until so many wait. */
  async wait(lab: Lab, count: number): Promise<void> {
    await this.#create(lab, this.#bodies.wait, () => this.count("late"), count);
    while ((await this.count("waiting")) < count) await sleep(100);
  }

  /** Creates a task and resolves when its first step has begun. */
  async start(): Promise<Start> {
    const connection = await Connection.open(this.#web.port);
    const { body } = await connection.send(this.#request(this.#bodies.pause));
    connection.close();
    const { taskId } = JSON.parse(body.toString()) as { taskId: number };
    for (;;) {
      const [row] = await this.#installation.query<{ claimed: number; begun: number }>(
        `select extract(epoch from t.started_at - t.created_at)::float8 as claimed,
                extract(epoch from s.started_at - t.created_at)::float8 as begun
           from task t, timeline_of(t.id) s where t.id = $1 and s.number = 1`,
        [taskId],
      );
      if (row) return row;
      await sleep(10);
    }
  }

  /** Milliseconds that each of so many calls of createTask took, one after the other, ascending. What they create is cancelled. */
  async callTimes(samples: number): Promise<number[]> {
    const connection = await Connection.open(this.#web.port);
    const request = this.#request(this.#bodies.pause);
    const took: number[] = [];
    for (let sample = 0; sample < samples; sample++) {
      const from = performance.now();
      const { body } = await connection.send(request);
      took.push(performance.now() - from);
      const { taskId } = JSON.parse(body.toString()) as { taskId: number };
      const cancel = JSON.stringify({ clientKey: this.#account.clientKey, taskId });
      await connection.send(bytesOf({ verb: "POST", path: "/cancelTask", body: cancel }));
    }
    connection.close();
    return took.sort((a, b) => a - b);
  }

  async count(what: "queued" | "waiting" | "late"): Promise<number> {
    const condition = what === "late" ? "late and ended_at is null" : `state = '${what}'`;
    const [row] = await this.#installation.query<{ n: number }>(
      `select count(*)::int as n from task where account_id = $1 and ${condition}`,
      [this.#account.accountId],
    );
    return row?.n ?? 0;
  }

  async #create(lab: Lab, body: string, created: () => Promise<number>, count: number): Promise<void> {
    const connections = await Promise.all(Array.from({ length: 32 }, () => Connection.open(this.#web.port)));
    let open = count - (await created());
    await Promise.all(
      connections.map(async (connection) => {
        while (open-- > 0) {
          const answer = (await connection.send(this.#request(body))).body.toString();
          if (!answer.startsWith(taskAnswer)) throw new Error(`createTask was answered ${answer}`);
        }
        connection.close();
      }),
    );
    lab.say(`${await created()} of ${count} created`);
  }

  #request(body: string): ReturnType<typeof bytesOf> {
    return bytesOf({ verb: "POST", path: "/createTask", body });
  }
}
