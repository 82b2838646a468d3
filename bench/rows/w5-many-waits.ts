import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Step } from "@gatepost/contract/steps";
import { WebSocketServer } from "ws";
import { newAccount, newTemplate } from "../../tests/factories.ts";
import { browsersFor } from "../browsers.ts";
import { cpuOf } from "../cpu.ts";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { memoryOf, memoryOfTree } from "../memory.ts";
import { type Program, start } from "../program.ts";
import { quantile } from "../statistics.ts";

const many = 500;
const few = 10;
const restSeconds = 60;

/** A page with 20,000 objects, a timer that looks at them every second, and a WebSocket that is used every ten. */
const page = `<!doctype html><meta charset=utf-8><title>Enter your code</title>
  <form action=/done><input id=value name=value></form>
  <script>
    const rows = Array.from({ length: 20000 }, (_, id) => ({ id, name: "row " + id }));
    const socket = new WebSocket("ws://" + location.host + "/socket");
    let looked = 0;
    setInterval(() => { looked += rows[Date.now() % rows.length].id; }, 1000);
    setInterval(() => socket.send("still here"), 10000);
  </script>`;

const steps: Step[] = [
  { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" }, timeout: { permanent: 3_600 } },
  { type: "FILL_INPUT", selector: { permanent: "#value" }, value: { variable: "code" } },
  { type: "PRESS_KEY", key: { permanent: "Enter" } },
  { type: "WAIT_FOR_TEXT", text: { permanent: "received" } },
];

/**
 * Many tasks of one worker that wait on their pages, and how soon one of them, or a new one, goes on beside them. What is cold goes to
 * compressed swap if the machine has it and memory is short; docs/scaling.md says how to run this with a limit.
 */
export async function manyWaitsRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("w5");
  const site = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(request.url?.startsWith("/done") ? "received" : page);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const sockets = new WebSocketServer({ server: site, path: "/socket" });
  const reach = { GATEPOST_EGRESS_ALLOW: `127.0.0.1:${(site.address() as AddressInfo).port}` };
  try {
    await using web = await installation.startWeb("direct", reach);
    await using worker = await start("../apps/worker/src/main.ts", {
      ...installation.workerEnv,
      ...(await browsersFor("shell")),
      ...reach,
      WORKER_SLOTS: "4",
      WORKER_WAITING_MAX: String(2 * many),
      WORKER_WAITING_PER_ACCOUNT: String(many + 2 * few),
      GATEPOST_DRAIN_SECONDS: "0",
    });
    const tasks = await WaitingTasks.open(installation, web, `http://${reach.GATEPOST_EGRESS_ALLOW}/`);
    await tasks.begin(few);
    const [fewOn, fewNew] = [await tasks.goOn(few), await tasks.beginOneByOne(few)];
    await tasks.begin(many - few, (waiting) => lab.say(`${waiting} of ${many} wait`));
    await new Promise((resolve) => setTimeout(resolve, restSeconds * 1_000));
    const memory = memoryOfTree(worker.pid).pss;
    const own = memoryOf(worker.pid).pss;
    const [swapped, compressed] = compressedSwap();
    const [cpu, from] = [cpuOf(worker.pid), performance.now()];
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const share = ((cpuOf(worker.pid) - cpu) / (performance.now() - from)) * 100;
    const [manyOn, manyNew] = [await tasks.goOn(2 * few), await tasks.beginOneByOne(few)];
    const open = sockets.clients.size;
    return [
      {
        row: "W5",
        what: `worker and browsers, ${many} waiting, compressed swap included`,
        unit: "MB",
        subject: [memory + compressed],
        asked: { atMost: 6_144 },
        note:
          `${Math.round(memory)} MB in memory (PSS), of which ${Math.round(own)} MB are the worker's, and ${Math.round(compressed)} MB of swap, which is ` +
          `${Math.round(swapped)} MB compressed. Each page has a timer and a WebSocket; ${open} of these are open.`,
      },
      {
        row: "W4",
        what: `memory per waiting task, ${many} waiting, compressed swap included`,
        unit: "MB",
        subject: [(memory + compressed) / many],
        asked: { atMost: 8 },
      },
      { row: "W4", what: "a waiting page, of a core", unit: "%", subject: [share / many], asked: { atMost: 0.1 } },
      {
        row: "W4",
        what: `push → end of the task, ${many} waiting, p50`,
        unit: "ms",
        subject: [manyOn],
        floor: [fewOn],
        floorName: `${few} waiting`,
        asked: { atMost: 1.5 },
      },
      {
        row: "W5",
        what: `createTask → wait, ${many} waiting, p50`,
        unit: "ms",
        subject: [manyNew],
        floor: [fewNew],
        floorName: `${few} waiting`,
        asked: { atMost: 1.5 },
      },
    ];
  } finally {
    sockets.close();
    site.close();
    site.closeAllConnections();
  }
}

/** Megabytes that were swapped to compressed memory, and what they take there. */
function compressedSwap(): [number, number] {
  try {
    const [swapped = 0, , used = 0] = readFileSync("/sys/block/zram0/mm_stat", "utf8").trim().split(/\s+/).map(Number);
    return [swapped / 2 ** 20, used / 2 ** 20];
  } catch {
    return [0, 0];
  }
}

type Call = (method: string, body: object) => Promise<{ taskId: number }>;

class WaitingTasks {
  readonly #installation: BenchInstallation;
  readonly #call: Call;
  readonly #task: object;
  readonly #waiting: number[] = [];

  private constructor(installation: BenchInstallation, call: Call, task: object) {
    this.#installation = installation;
    this.#call = call;
    this.#task = task;
  }

  static async open(installation: BenchInstallation, web: Program, websiteURL: string): Promise<WaitingTasks> {
    const account = await newAccount(installation.operator, { balance: 1_000 });
    const templateName = await newTemplate(installation.operator, account, steps);
    const call = async (method: string, body: object) => {
      const text = JSON.stringify({ clientKey: account.clientKey, ...body });
      const answer = await fetch(`http://127.0.0.1:${web.port}/${method}`, { method: "POST", body: text });
      const result = (await answer.json()) as { errorId: number; taskId: number };
      if (result.errorId !== 0) throw new Error(`${method} was answered ${JSON.stringify(result)}`);
      return result;
    };
    const task = { type: "AntiGateTask", websiteURL, templateName, variables: { code: "_WAIT_FOR_IT_" } };
    return new WaitingTasks(installation, call, task);
  }

  /** Milliseconds until so many more wait. */
  async begin(count: number, say = (_waiting: number) => {}): Promise<number> {
    const from = performance.now();
    const ids: number[] = [];
    while (ids.length < count) ids.push((await this.#call("createTask", { task: this.#task })).taskId);
    for (let said = 0; ; ) {
      const waiting = await this.#count(ids, "state = 'waiting'");
      if (waiting === count) break;
      if (waiting >= said + 50) {
        said = waiting;
        say(waiting);
      }
    }
    this.#waiting.push(...ids);
    return performance.now() - from;
  }

  /** The median of the milliseconds until one more waits. */
  async beginOneByOne(count: number): Promise<number> {
    const took: number[] = [];
    while (took.length < count) took.push(await this.begin(1));
    return quantile(
      took.sort((a, b) => a - b),
      0.5,
    );
  }

  /** Pushes the values of so many, one by one; the median of the milliseconds until the task has ended. */
  async goOn(count: number): Promise<number> {
    const took: number[] = [];
    for (const taskId of this.#waiting.splice(0, count)) {
      const from = performance.now();
      await this.#call("pushAntiGateVariable", { taskId, name: "code", value: "349001" });
      while ((await this.#count([taskId], "state = 'ready'")) === 0);
      took.push(performance.now() - from);
    }
    return quantile(
      took.sort((a, b) => a - b),
      0.5,
    );
  }

  async #count(ids: readonly number[], condition: string): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve, ids.length > few ? 200 : 5));
    const [row] = await this.#installation.query<{ n: number; failed: string | null }>(
      `select count(*) filter (where ${condition})::int as n, max(error_code) as failed from task where id = any($1)`,
      [ids],
    );
    if (row?.failed) throw new Error(`A task ended as ${row.failed}.`);
    return row?.n ?? 0;
  }
}
