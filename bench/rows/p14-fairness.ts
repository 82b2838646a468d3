import { setTimeout as sleep } from "node:timers/promises";
import { waitForIt } from "@gatepost/contract/limits";
import type { Step } from "@gatepost/contract/steps";
import { newAccount, newTemplate } from "../../tests/factories.ts";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { bytesOf, type Call, Connection } from "../load/connection.ts";
import type { Program } from "../program.ts";
import { median, quantile } from "../statistics.ts";
import { openAtDemoSite } from "./browser-tasks.ts";
import { createMany } from "./task-calls.ts";

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
  await using opened = await openAtDemoSite(lab, "p14", {
    // Limits far above the queue, so that createTask counts it.
    web: { GATEPOST_MAX_BACKLOG: "1000000", GATEPOST_MAX_BACKLOG_PER_ACCOUNT: "1000000" },
    // One account has half of the places.
    worker: { WORKER_SLOTS: String(slots), WORKER_WAITING_MAX: String(2 * waiting) },
  });
  const { installation, web, site } = opened;
  const [greedy, other, caller] = [
    await openCustomer(installation, web, site.url),
    await openCustomer(installation, web, site.url),
    await openCustomer(installation, web, site.url),
  ];

  await greedy.wait(waiting);
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
async function openCustomer({ operator, query }: BenchInstallation, web: Program, url: string) {
  const { accountId, clientKey } = await newAccount(operator, { balance: 1_000_000 });
  const callOf = async (steps: Step[], variables: object): Promise<Call> => {
    const templateName = await newTemplate(operator, { accountId }, steps, { timeout: 2 * hour });
    const task = { type: "AntiGateTask", websiteURL: `${url}/echo`, variables, templateName };
    return { verb: "POST", path: "/createTask", body: JSON.stringify({ clientKey, task }) };
  };
  const [pausing, waits] = [await callOf([pause], {}), await callOf([wait, fill], { code: waitForIt })];
  async function count(state: "queued" | "waiting"): Promise<number> {
    const [row] = await query<{ n: number }>(
      "select count(*)::int as n from task where account_id = $1 and state = $2",
      [accountId, state],
    );
    return row?.n ?? 0;
  }
  return {
    count,
    /** Creates tasks until so many are in the queue. */
    async fill(lab: Lab, wanted: number): Promise<void> {
      await createMany(lab, web, [pausing], wanted - (await count("queued")));
      lab.say(`${await count("queued")} of ${wanted} created`);
    },
    /** Creates so many tasks that wait. */
    async wait(wanted: number): Promise<void> {
      const connection = await Connection.open(web.port);
      for (let n = 0; n < wanted; n++) await taskOf(connection, waits);
      connection.close();
      while ((await count("waiting")) < wanted) await sleep(100);
    },
    /** Creates a task and resolves when its first step has begun. */
    async start(): Promise<Start> {
      const connection = await Connection.open(web.port);
      const taskId = await taskOf(connection, pausing);
      connection.close();
      for (;;) {
        const [row] = await query<Start>(
          `select extract(epoch from t.started_at - t.created_at)::float8 as claimed,
                  extract(epoch from s.started_at - t.created_at)::float8 as begun
             from task t, timeline_of(t.id) s where t.id = $1 and s.number = 1`,
          [taskId],
        );
        if (row) return row;
        await sleep(10);
      }
    },
    /** Milliseconds that each of so many calls of createTask took, one after the other. What they create is cancelled. */
    async callTimes(samples: number): Promise<number[]> {
      const connection = await Connection.open(web.port);
      const took: number[] = [];
      for (let sample = 0; sample < samples; sample++) {
        const from = performance.now();
        const taskId = await taskOf(connection, pausing);
        took.push(performance.now() - from);
        const cancel = JSON.stringify({ clientKey, taskId });
        await connection.send(bytesOf({ verb: "POST", path: "/cancelTask", body: cancel }));
      }
      connection.close();
      return took;
    },
  };
}

async function taskOf(connection: Connection, create: Call): Promise<number> {
  const { body } = await connection.send(bytesOf(create));
  const { taskId } = JSON.parse(body.toString()) as { taskId?: number };
  if (taskId === undefined) throw new Error(`createTask was answered ${body}`);
  return taskId;
}
