import { setTimeout as sleep } from "node:timers/promises";
import { cpuOf } from "../cpu.ts";
import type { Finding } from "../findings.ts";
import { hotCalls } from "../hot-calls.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { start } from "../program.ts";
import type { Shift } from "../subjects/bare-worker.ts";
import { costInChromium } from "./cost-in-chromium.ts";
import { newTaskCalls, taskAnswer } from "./task-calls.ts";

/** What PostgreSQL has done so far. */
interface Written {
  wal: number;
  rows: number;
  disk: number;
}

/** Seconds after which every backend has reported its statistics. */
const statisticsSeconds = 1.2;
const microseconds = 1_000_000;

/**
 * The cost of each of the most frequent calls: CPU of web and PostgreSQL, bytes of write-ahead log, rows and disk.
 * docs/scaling.md uses it.
 */
export async function costRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("cost");
  await using web = await installation.startWeb("direct");
  await using programs = new AsyncDisposableStack();
  const findings: Finding[] = [];
  for (const { name, load, once, program = web } of await hotCalls(lab, installation, web, programs)) {
    if (!once) await lab.load(program, load, lab.seconds / 2);
    const before = await written(installation);
    const { succeeded, cpu } = await lab.load(program, load, once ? 1 : lab.seconds);
    const after = await written(installation);
    findings.push(findingOf(name, { web: cpu.program, postgres: cpu.postgres }, before, after, succeeded));
  }
  findings.push(await costOfTask(lab));
  findings.push(...(await costInChromium(lab)));
  return findings;
}

/** From claim to end, in a worker without a browser: tasks of 64 accounts, of which one statement claims one each. */
async function costOfTask(lab: Lab): Promise<Finding> {
  await using installation = await lab.newInstallation("cost_of_task");
  await using web = await installation.startWeb("direct");
  await lab.load(web, { calls: await newTaskCalls(installation), expects: taskAnswer });
  await using worker = await start("subjects/bare-worker.ts", installation.workerEnv);
  const spent = () => ({ worker: cpuOf(worker.pid), postgres: cpuOf(lab.postmaster) });
  const [before, from] = [await written(installation), spent()];
  const tasks = await worker.ask<number>({ slots: 64, siteMs: 0 } satisfies Shift);
  const [after, to] = [await written(installation), spent()];
  const each = (name: keyof typeof from) => ((to[name] - from[name]) * 1_000) / tasks;
  return findingOf("claim to end", { worker: each("worker"), postgres: each("postgres") }, before, after, tasks);
}

function findingOf(what: string, cpu: Record<string, number>, before: Written, after: Written, calls: number): Finding {
  const each = (name: keyof Written) => (after[name] - before[name]) / calls;
  const { postgres = 0, ...own } = cpu;
  const [[name, ours] = ["", 0]] = Object.entries(own);
  const aCore = (cost: number) => Math.round(microseconds / cost).toLocaleString("en-US");
  return {
    row: "cost",
    what,
    unit: "µs",
    subject: [ours + postgres],
    note:
      `${Math.round(ours)} µs ${name} + ${Math.round(postgres)} µs PostgreSQL, ${(each("wal") / 1_000).toFixed(2)} KB of write-ahead log, ` +
      `${each("rows").toFixed(1)} rows written, ${(each("disk") / 1_000).toFixed(2)} KB more on disk; ` +
      `a core of ${name} carries ${aCore(ours)} a second, a core of PostgreSQL ${aCore(postgres)}.`,
  };
}

async function written({ query }: BenchInstallation): Promise<Written> {
  await sleep(statisticsSeconds * 1_000);
  const [found] = await query<Record<keyof Written, string>>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, tup_inserted + tup_updated + tup_deleted as rows,
            pg_database_size(datname) as disk
       from pg_stat_database where datname = current_database()`,
  );
  return { wal: Number(found?.wal), rows: Number(found?.rows), disk: Number(found?.disk) };
}
