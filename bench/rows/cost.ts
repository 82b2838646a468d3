import { setTimeout as sleep } from "node:timers/promises";
import { type Engine, engines } from "@gatepost/contract/browser-settings";
import { type Account, newAccount, newApplication } from "../../tests/factories.ts";
import { engineNames } from "../browsers.ts";
import { programCpu } from "../control-group.ts";
import { cpuOf } from "../cpu.ts";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab, Load } from "../lab.ts";
import type { Call } from "../load/connection.ts";
import { memoryOfTree } from "../memory.ts";
import { type Program, start } from "../program.ts";
import type { Shift } from "../subjects/bare-worker.ts";
import { BrowserTasks, openAtDemoSite } from "./browser-tasks.ts";
import { seedCounts } from "./count-seed.ts";
import { createMany, newTaskCalls, taskAnswer, taskBody } from "./task-calls.ts";

/** Tasks in a browser, and how many at once. */
const count = 24;
const slots = 4;

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

/** One of the most frequent calls of an installation, ready to be sent repeatedly. */
interface HotCall {
  name: string;
  load: Load;
  /** Whether it may be sent once only, so that a long measurement would run out of them. */
  once?: true;
  /** The program that answers it; by default the product's web server. */
  program?: Program;
}

const pushes = 24_000;

/** The most frequent calls to the web server. Creates what they need: accounts, waiting tasks, counted events. */
async function hotCalls(
  lab: Lab,
  installation: BenchInstallation,
  web: Program,
  programs: AsyncDisposableStack,
): Promise<HotCall[]> {
  const { clientKey, softId } = await seedCounts(installation, 100_000);
  const account = await newAccount(installation.operator, { balance: 1_000_000 });
  const ids = await waitingTasks(lab, installation, web, account);
  const call = (path: string, body: object): Call => ({ verb: "POST", path, body: JSON.stringify(body) });
  const mine = (taskId: number) => ({ clientKey: account.clientKey, taskId });
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0";
  const views = programs.use(await start("subjects/record-view.ts", installation.env));
  return [
    { name: "createTask", load: { calls: await newTaskCalls(installation), expects: taskAnswer } },
    {
      name: "pushAntiGateVariable",
      load: {
        calls: ids.map((id) =>
          call("/pushAntiGateVariable", { ...mine(id), name: "2fa_input_value", value: "349001" }),
        ),
        expects: '{"errorId":0',
      },
      once: true,
    },
    {
      name: "getTaskResult, processing",
      load: { calls: ids.slice(0, 1_000).map((id) => call("/getTaskResult", mine(id))), expects: '{"errorId":0' },
    },
    {
      name: "getBalance",
      load: { calls: [call("/getBalance", { clientKey: account.clientKey })], expects: '{"errorId":0' },
    },
    {
      name: "getAppStats, 30 days",
      load: { calls: [call("/getAppStats", { clientKey, softId })], expects: '{"errorId":0' },
    },
    {
      name: "view of an application",
      load: {
        calls: [{ verb: "GET", path: `/apps/${softId}`, headers: { "user-agent": userAgent } }],
        expects: '{"errorId":0',
      },
      program: views,
    },
  ];
}

/** Tasks of one account that wait for a code. */
async function waitingTasks(
  lab: Lab,
  installation: BenchInstallation,
  web: Program,
  account: Account,
): Promise<number[]> {
  const softId = await newApplication(installation.operator, account);
  const create: Call = { verb: "POST", path: "/createTask", body: taskBody(account.clientKey, softId) };
  await createMany(lab, web, [create], pushes);
  const rows = await installation.query<{ id: number }>("select id from task where account_id = $1 order by id", [
    account.accountId,
  ]);
  return rows.map(({ id }) => id);
}

/** What a task costs a worker with its browser: the built-in sign-in with 2FA at the demo's site, in each engine. */
async function costInChromium(lab: Lab): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const engine of engines) findings.push(await costIn(engine, lab));
  return findings;
}

async function costIn(engine: Engine, lab: Lab): Promise<Finding> {
  await using opened = await openAtDemoSite(lab, `cost${engine}`, { engine, worker: { WORKER_SLOTS: String(slots) } });
  const { installation, web, worker, site } = opened;
  using meter = programCpu(worker.pid);
  const tasks = await BrowserTasks.signIns(installation, web, site.url);
  await tasks.run(slots, slots);
  const before = { worker: meter.read(), postgres: cpuOf(lab.postmaster) };
  const running = tasks.run(count, count);
  await sleep(2_000);
  const { pss } = memoryOfTree(worker.pid);
  const { all } = await running;
  const cpu = ((meter.read() - before.worker) * 1_000) / count;
  const postgres = ((cpuOf(lab.postmaster) - before.postgres) * 1_000) / count;
  return {
    row: "cost",
    what: `a task in the ${engineNames[engine]}: sign-in with 2FA`,
    unit: "µs",
    subject: [cpu + postgres],
    note:
      `${Math.round(cpu / 1_000)} ms worker and browser${meter.by === "control group" ? "" : " (processes that ended are missing)"} + ` +
      `${(postgres / 1_000).toFixed(1)} ms PostgreSQL; ${slots} slots ran ${((count / all) * 60_000).toFixed(0)} tasks a minute ` +
      `and took ${Math.round(pss)} MB; a core carries ${((60 * 1_000_000) / cpu).toFixed(0)} tasks a minute.`,
  };
}
