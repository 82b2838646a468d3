import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { heartbeatSql } from "@gatepost/domain/platform/sql/heartbeat.sql";
import { workerHeartbeatSql } from "@gatepost/domain/platform/sql/worker-heartbeat.sql";
import { getTaskResultsSql } from "@gatepost/domain/tasks/sql/get-task-results.sql";
import { type ProgramCpu, programCpu } from "../control-group.ts";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import { BrowserTasks, openAtDemoSite } from "./browser-tasks.ts";
import { insertBeside } from "./p12-inserts.ts";

const slots = 4;
/** Tasks under way at once: while one waits for its code, another uses its slot. */
const atOnce = 2 * slots;
/** Maintenance runs once a minute. */
const idleSeconds = 60;
const kilobyte = 1_000;
/** Enough to tell a statement from others, and without constants, which PostgreSQL's statistics replace. */
const beginLength = 50;
const beginOf = ({ text }: { text: string }) => text.trim().slice(0, beginLength);

/** What PostgreSQL and web had done until a moment. Milliseconds of CPU and bytes. */
interface Totals {
  postgres: number;
  web: number;
  wal: number;
  /** The part of `wal` that changes PostgreSQL's own tables. */
  catalogs: number;
  disk: number;
  /** Those of listeners, which read notifications, included. */
  transactions: number;
  /** Transactions of a statement of web or worker. */
  statements: number;
  /** The part of `statements` that are the customers' polls. */
  polls: number;
  /** The part of `statements` that are heartbeats: one a second of each process. */
  heartbeats: number;
  pages: number;
  pictures: number;
  count: number;
  /** By the clock, from an arbitrary moment. */
  seconds: number;
}

/** What a task in a browser costs outside the browser: the built-in sign-in with 2FA at the demo site. */
export async function recordsRow(lab: Lab): Promise<Finding[]> {
  await using opened = await openAtDemoSite(lab, "p12", { worker: { WORKER_SLOTS: String(slots) } });
  const { installation, web, site } = opened;
  using postgresCpu = programCpu(lab.postmaster);
  using webCpu = programCpu(web.pid);
  const cpu = { postgres: postgresCpu, web: webCpu };
  const customer = await BrowserTasks.signIns(installation, web, site.url);
  const tasks = Math.round(lab.samples / 8);
  let sizes: number[] = [];
  const signIn = (pollsPerSecond: number) => signInTogether(tasks, customer, pollsPerSecond);
  const run = async (pollsPerSecond: number): Promise<Totals> => {
    const cost = await measure(installation, cpu, tasks, () => signIn(pollsPerSecond));
    sizes = await pictureSizes(installation, tasks);
    return cost;
  };

  const warmUp = () => signInTogether(atOnce, customer, 4);
  await warmUp();
  await installation.query("create table picture_store (id bigserial primary key, picture bytea not null)");
  await installation.query("alter table picture_store alter column picture set storage external");
  await installation.query("create extension pg_walinspect");
  await installation.query("create extension pg_stat_statements");
  const idle = await whileIdle(installation, cpu);
  // A pool closes the connections of an idle minute, and each new one plans its statements.
  await warmUp();
  const insertMs: number[] = [];
  const { one, four, store } = await interleave<Totals, "one" | "four" | "inserts" | "store">(lab, {
    one: () => run(1),
    inserts: () =>
      measure(installation, cpu, tasks, async () => {
        insertMs.push(await insertBeside(installation, () => signIn(1)));
      }),
    four: () => run(4),
    store: () => measure(installation, cpu, tasks, () => storePictures(installation, sizes)),
  });
  const each = (costs: Totals[], name: keyof Totals) => median(costs.map((cost) => cost[name]));
  const besides = (costs: Totals[], name: "wal" | "disk") =>
    costs.map((cost) => (cost[name] - cost.pictures - (name === "wal" ? cost.catalogs : 0)) / kilobyte);
  const pictures = one.map(({ pictures, count }) => pictures / count / kilobyte);
  const note = (costs: Totals[], name: "wal" | "disk") =>
    `${(each(costs, name) / kilobyte).toFixed(1)} KB with ${each(costs, "count").toFixed(1)} pictures, which are ` +
    `${(each(costs, "pictures") / kilobyte).toFixed(1)} KB. To store their bytes alone takes ${(each(store, name) / kilobyte).toFixed(1)} KB.`;
  const row = "P12";
  const ms = (costs: Totals[], name: "postgres" | "web") => costs.map((cost) => cost[name]);
  return [
    {
      row,
      what: "PostgreSQL CPU per task, one poll per second",
      unit: "ms",
      asked: { atMost: 5 },
      subject: ms(one, "postgres"),
      note:
        `by ${cpu.postgres.by}. To store the pictures' bytes alone takes ${each(store, "postgres").toFixed(1)} ms, and web and ` +
        `worker without tasks ${(each(one, "seconds") * idle.cpu).toFixed(1)} ms in ${each(one, "seconds").toFixed(2)} s, the time of a task.`,
    },
    {
      row,
      what: "the same, beside as many transactions that insert one number",
      unit: "ms",
      subject: ms(one, "postgres"),
      floorName: "inserts",
      floor: one.map(({ transactions }, round) => transactions * (insertMs[round] as number)),
      note:
        `${each(one, "transactions").toFixed(1)} transactions per task; one that inserts a number took ` +
        `${median(insertMs).toFixed(2)} ms of CPU while such tasks ran.`,
    },
    {
      row,
      what: "transactions of the task itself",
      unit: "transactions",
      asked: { atMost: 6 },
      subject: one.map(({ statements, polls, heartbeats }) => statements - polls - heartbeats),
      note:
        `of ${each(one, "transactions").toFixed(1)} per task. Not counted: ${each(one, "polls").toFixed(1)} polls of the customer, ` +
        `${each(one, "heartbeats").toFixed(1)} heartbeats, and ` +
        `${(each(one, "transactions") - each(one, "statements")).toFixed(1)} without a statement of web or worker, in most of which ` +
        `one of their two listeners reads a notification.`,
    },
    { row, what: "web CPU per task, one poll per second", unit: "ms", subject: ms(one, "web") },
    {
      row,
      what: "write-ahead log per task besides pictures",
      unit: "KB",
      asked: { atMost: 10 },
      subject: besides(one, "wal"),
      note:
        `${note(one, "wal")} ${each(one, "pages").toFixed(2)} full-page images per task. Not counted: ` +
        `${(each(one, "catalogs") / kilobyte).toFixed(1)} KB of statistics, which autovacuum writes often while tables are nearly empty.`,
    },
    {
      row,
      what: "disk per task besides pictures",
      unit: "KB",
      asked: { atMost: 10 },
      subject: besides(one, "disk"),
      note: note(one, "disk"),
    },
    { row, what: "a picture", unit: "KB", asked: { atMost: 20 }, subject: pictures },
    { row, what: "PostgreSQL CPU per task, four polls per second", unit: "ms", subject: ms(four, "postgres") },
    { row, what: "web CPU per task, four polls per second", unit: "ms", subject: ms(four, "web") },
    {
      row,
      what: "write-ahead log per task besides pictures, four polls",
      unit: "KB",
      subject: besides(four, "wal"),
    },
    {
      row,
      what: "transactions while web and worker idle",
      unit: "/s",
      subject: [idle.transactions],
      note:
        `${idle.transactions.toFixed(1)} per second, of one web and one worker process; ` +
        `they take ${idle.cpu.toFixed(1)} ms of PostgreSQL's CPU per second.`,
    },
  ];
}

/** What one task costs, of so many that `work` runs. */
async function measure(
  installation: BenchInstallation,
  cpu: Record<"postgres" | "web", ProgramCpu>,
  tasks: number,
  work: () => Promise<void>,
): Promise<Totals> {
  const before = await totals(installation, cpu);
  await work();
  const after = await totals(installation, cpu);
  const { lsn: from, ...was } = before;
  const { lsn: to, ...is } = after;
  const catalogs = await walOfCatalogs(installation, from, to);
  const spent = Object.entries(is).map(([name, total]) => [name, (total - was[name as keyof typeof was]) / tasks]);
  return { ...(Object.fromEntries(spent) as Omit<Totals, "catalogs">), catalogs: catalogs / tasks };
}

/** Runs so many tasks, a part of them at a time. */
async function signInTogether(tasks: number, customer: BrowserTasks, pollsPerSecond: number): Promise<void> {
  let started = 0;
  const one = async () => {
    while (started < tasks) {
      started += 1;
      await customer.runByPolling(pollsPerSecond);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** The floor of pictures: stores as many bytes in a table that has nothing else, each picture in a commit of its own. */
async function storePictures({ query }: BenchInstallation, sizes: readonly number[]): Promise<void> {
  for (const bytes of sizes) await query("insert into picture_store (picture) values ($1)", [randomBytes(bytes)]);
}

/** Bytes of each picture of the newest tasks, without what encrypting adds. */
async function pictureSizes({ query }: BenchInstallation, tasks: number): Promise<number[]> {
  const rows = await query<{ bytes: number }>(
    `select octet_length(picture) - 28 as bytes from task_step
      where picture is not null and task_id in (select id from task order by id desc limit $1)`,
    [tasks],
  );
  return rows.map(({ bytes }) => bytes);
}

type TotalsAt = Omit<Totals, "catalogs"> & { lsn: string };

async function totals({ query }: BenchInstallation, cpu: Record<"postgres" | "web", ProgramCpu>): Promise<TotalsAt> {
  const [found] = await query<Omit<TotalsAt, "postgres" | "web" | "seconds">>(
    `select pg_current_wal_lsn()::text as lsn, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
            (select (xact_commit + xact_rollback)::float8 from pg_stat_database where datname = current_database()) as transactions,
            made.statements, made.polls, made.heartbeats,
            (select wal_fpi::float8 from pg_stat_wal) as pages,
            (select sum(pg_total_relation_size(relid))::float8 from pg_stat_user_tables) as disk,
            (select coalesce(sum(octet_length(picture) - 28), 0)::float8 from task_step) as pictures,
            (select count(picture)::float8 from task_step) as count
       from (select coalesce(sum(calls), 0)::float8 as statements,
                    coalesce(sum(calls) filter (where begin = $1), 0)::float8 as polls,
                    coalesce(sum(calls) filter (where begin = any($2)), 0)::float8 as heartbeats
               from pg_stat_statements, left(query, $3) as begin
              where userid::regrole::text in ('gatepost_web', 'gatepost_worker') and query !~ '^SET ') made`,
    [beginOf(getTaskResultsSql), [heartbeatSql, workerHeartbeatSql].map(beginOf), beginLength],
  );
  if (!found) throw new Error("A query of totals returned no row.");
  return { ...found, postgres: cpu.postgres.read(), web: cpu.web.read(), seconds: performance.now() / 1_000 };
}

/** Bytes of write-ahead log between two places that are for PostgreSQL's own tables, whose file numbers are the lowest. */
async function walOfCatalogs({ query }: BenchInstallation, from: string, to: string): Promise<number> {
  const [row] = await query<{ bytes: number }>(
    `select coalesce(sum(record_length), 0)::float8 as bytes
       from (select distinct start_lsn, record_length from pg_get_wal_block_info($1, $2) where relfilenode < 16384) record`,
    [from, to],
  );
  return row?.bytes ?? Number.NaN;
}

/** What web and worker without tasks cost per second. */
async function whileIdle(
  installation: BenchInstallation,
  cpu: Record<"postgres" | "web", ProgramCpu>,
): Promise<{ transactions: number; cpu: number }> {
  const before = await totals(installation, cpu);
  await sleep(idleSeconds * 1_000);
  const after = await totals(installation, cpu);
  const each = (name: "transactions" | "postgres") => (after[name] - before[name]) / idleSeconds;
  return { transactions: each("transactions"), cpu: each("postgres") };
}
