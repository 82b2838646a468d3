import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { size } from "@gatepost/domain/platform/test-size";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { expect, onTestFinished, test } from "vitest";
import { lateCodeSteps, newAccount, newTemplate } from "../factories.ts";
import type { Part } from "../failover/installed-parts.ts";
import { python, pythonPackage, whyNoPython } from "../python.ts";
import { openParts } from "./balancer.ts";
import { openWaitingWorker } from "./waiting-worker.ts";

/**
 * Row C2: programs run tasks by `run` of their client while web servers are killed and started again. Each program is the same: four
 * callers, each of which answers with its task's number.
 */
const tasks = size(40, 1_000);
/** Between two kills: how many tasks end. */
const between = size(15, 25);
const clients = join(import.meta.dirname, "../clients");
const programs = [
  { name: "TypeScript", program: process.execPath, args: [join(clients, "run-tasks.ts")], why: undefined },
  ...["sync", "async"].map((one) => ({
    name: `Python, ${one}`,
    program: python,
    args: [join(clients, "run_tasks.py"), one],
    why: whyNoPython,
  })),
];

const env = { GATEPOST_RATE_LIMIT: "off", GATEPOST_MAX_BACKLOG_PER_ACCOUNT: "0" };

const { operator, installed, balancer, database } = await openParts({ workers: 0, env });

for (const { name, program, args, why } of programs)
  test(`C2: ${tasks} tasks of the client for ${name} end once each while web servers are killed`, {
    timeout: 600_000 + tasks * 1_000,
    ...skippedIf(why),
  }, async () => {
    const account = await newAccount(operator, { balance: 1_000 });
    const template = await newTemplate(operator, account, lateCodeSteps);
    const worker = await openWaitingWorker(operator, database.workerUrl);
    onTestFinished(() => worker.stop());
    const values = worker.work();

    const began = performance.now();
    const child = spawn(program, args, {
      env: {
        ...process.env,
        PYTHONPATH: join(pythonPackage, "src"),
        PYTHONDONTWRITEBYTECODE: "1",
        GATEPOST_URL: balancer.url,
        GATEPOST_KEY: account.clientKey,
        TEMPLATE: template,
        COUNT: String(tasks),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill());
    const closed = once(child, "close");
    const failures = text(child.stderr);
    let output = "";
    let [endedAt, longestPause] = [began, 0];
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      output += more;
      longestPause = Math.max(longestPause, performance.now() - endedAt);
      endedAt = performance.now();
    });
    const ended = () => output.split("\n").length - 1;
    const over = closed.then(() => false);
    let kills = 0;
    for (let due = between; ; due += between) {
      const reached = async () => {
        while (ended() < due) await sleep(10);
        return true;
      };
      if (!(await Promise.race([reached(), over]))) break;
      const web = installed.parts[kills % installed.parts.length] as Part;
      kills += 1;
      await Promise.race([web.restart("SIGKILL"), sleep(60_000)]);
    }
    const [code] = await closed;

    expect(await failures).toBe("");
    expect(code).toBe(0);
    const lines = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { n: number; taskId: number });
    expect(lines.map(({ n }) => n).sort((a, b) => a - b)).toEqual(Array.from({ length: tasks }, (_, n) => n));
    const { rows } = await operator.db.pool.query<{ id: number; state: string }>(
      "select id, state from task where account_id = $1 order by id",
      [account.accountId],
    );
    expect(rows).toEqual(
      lines
        .map(({ taskId }) => taskId)
        .sort((a, b) => a - b)
        .map((id) => ({ id, state: "ready" })),
    );
    for (const { n, taskId } of lines) expect(values.get(taskId), `task ${taskId}`).toEqual(n);
    expect(kills).toBeGreaterThan(1);
    expect(await reconcile({ ctx: operator })).toEqual([]);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(
      `C2: ${name}: ${tasks} tasks, ${kills} web servers killed, ${seconds} s, 0 twice, 0 lost; at most ` +
        `${(longestPause / 1_000).toFixed(1)} s in which no task ended`,
    );
  });
