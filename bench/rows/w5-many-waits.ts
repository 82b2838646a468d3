import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { waitForIt } from "@gatepost/contract/limits";
import type { Step } from "@gatepost/contract/steps";
import { WebSocketServer } from "ws";
import { newAccount, newTemplate } from "../../tests/factories.ts";
import { listen } from "../../tests/listen.ts";
import { cpuOf } from "../cpu.ts";
import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { memoryOf, memoryOfTree } from "../memory.ts";
import { median } from "../statistics.ts";
import { BrowserTasks } from "./browser-tasks.ts";

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
  });
  const { port } = await listen(site);
  const sockets = new WebSocketServer({ server: site, path: "/socket" });
  const reach = { GATEPOST_EGRESS_ALLOW: `127.0.0.1:${port}` };
  try {
    await using web = await installation.startWeb("direct", reach);
    await using worker = await installation.startWorker("shell", {
      ...reach,
      WORKER_SLOTS: "4",
      WORKER_WAITING_MAX: String(2 * many),
      WORKER_WAITING_PER_ACCOUNT: String(many + 2 * few),
    });
    const account = await newAccount(installation.operator, { balance: 1_000 });
    const task = {
      type: "AntiGateTask",
      websiteURL: `http://${reach.GATEPOST_EGRESS_ALLOW}/`,
      templateName: await newTemplate(installation.operator, account, steps),
      variables: { code: waitForIt },
    };
    const body = { clientKey: account.clientKey, task };
    const tasks = new WaitingTasks(new BrowserTasks(installation, web, body, "code"));
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

class WaitingTasks {
  readonly #tasks: BrowserTasks;
  readonly #waiting: number[] = [];

  constructor(tasks: BrowserTasks) {
    this.#tasks = tasks;
  }

  /** Milliseconds until so many more wait. */
  async begin(count: number, say = (_waiting: number) => {}): Promise<number> {
    const from = performance.now();
    const ids: number[] = [];
    while (ids.length < count) ids.push(await this.#tasks.create());
    await this.#tasks.until(ids, "state = 'waiting'", count > few ? { everyMs: 5_000, say } : { everyMs: 5 });
    this.#waiting.push(...ids);
    return performance.now() - from;
  }

  /** The median of the milliseconds until one more waits. */
  async beginOneByOne(count: number): Promise<number> {
    const took: number[] = [];
    while (took.length < count) took.push(await this.begin(1));
    return median(took);
  }

  /** Pushes the values of so many, one by one; the median of the milliseconds until the task has ended. */
  async goOn(count: number): Promise<number> {
    const took: number[] = [];
    for (const taskId of this.#waiting.splice(0, count)) {
      const from = performance.now();
      await this.#tasks.push(taskId);
      await this.#tasks.until([taskId], "state = 'ready'", { everyMs: 5 });
      took.push(performance.now() - from);
    }
    return median(took);
  }
}
