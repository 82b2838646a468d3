import pg from "pg";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab, Load, Measured } from "../lab.ts";
import { cpuNote, ratesOf } from "../notes.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import { throttle } from "../throttle.ts";
import { seedCounts } from "./count-seed.ts";
import { workerScaling } from "./p11-workers.ts";
import { newTaskCalls, taskAnswer } from "./task-calls.ts";

/** With few callers, batches of two processes wait for each other's row locks; who needs two processes has many callers. */
const accounts = 1_024;
/** The share of the machine's CPU above which it is the limit. */
const full = 0.9;
/** The share of a core that a process may use, to show what more of them gain where CPU is not the limit. */
const slowed = 0.1;
const connectionsAProcess = 32;
/** Slowed processes, and what four must at least do: 1.6 times as much for each doubling. */
const many = { processes: 4, atLeast: 2.56 };

/** More web processes and workers than one: at full speed, and slowed so that CPU is not the limit. */
export async function scalingRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p11");
  const { clientKey, softId } = await seedCounts(installation, 100_000);
  const stats: Load = {
    calls: [{ verb: "POST", path: "/getAppStats", body: JSON.stringify({ clientKey, softId }) }],
    expects: '{"errorId":0,"chartData":',
  };
  const create: Load = { calls: await newTaskCalls(installation, accounts), expects: taskAnswer };
  return [
    ...(await webScaling(lab, installation, "createTask", create)),
    ...(await webScaling(lab, installation, "getAppStats", stats)),
    ...(await workerScaling(lab, slowed)),
  ];
}

async function webScaling(lab: Lab, installation: BenchInstallation, what: string, load: Load): Promise<Finding[]> {
  await using one = await installation.startWeb("direct");
  await using two = await installation.startWeb("direct", { WEB_CONCURRENCY: "2" });
  await using four = await installation.startWeb("direct", { WEB_CONCURRENCY: `${many.processes}` });
  // Until each process has compiled what it runs: they share two cores here, and at a tenth of one it would take minutes.
  for (const [program, processes] of [
    [one, 1],
    [two, 2],
    [four, many.processes],
  ] as const)
    await lab.load(program, load, 2 * processes * lab.seconds);
  const waits: Record<"one" | "two", Waits> = { one: [], two: [] };
  const fast = async (name: keyof typeof waits, program: typeof one) => {
    const seen = await watchWaits(installation.adminEnv.DATABASE_URL as string);
    const measured = await lab.load(program, load);
    waits[name] = await seen();
    return measured;
  };
  const free = await interleave(lab, { two: () => fast("two", two), one: () => fast("one", one) });
  const slow = async (program: typeof one, processes: number) => {
    using _ = throttle([program], slowed);
    return await lab.load(program, { ...load, connections: connectionsAProcess * processes });
  };
  const held = await interleave(lab, { four: () => slow(four, many.processes), one: () => slow(one, 1) });
  return [
    ratesOf(
      { subject: free.two, floor: free.one },
      {
        row: "P11",
        what: `${what}, 1 → 2 web processes`,
        floorName: "1 process",
        asked: { atLeast: 1.6 },
        limit: limitOf(free.two, waits.two),
        note: `${noteOf(free.two, free.one)} ${waitsNote(waits.two)}`,
      },
    ),
    ratesOf(
      { subject: held.four, floor: held.one },
      {
        row: "P11",
        what: `${what}, 1 → ${many.processes} slowed web processes`,
        floorName: "1 process",
        asked: { atLeast: many.atLeast },
        limit: limitOf(held.four),
        note: `each process runs a ${Math.round(1 / slowed)}th of the time, as on a slower machine of its own, and has ${connectionsAProcess} connections. ${noteOf(held.four, held.one)}`,
      },
    ),
  ];
}

/**
 * The limit reached first: the machine's CPU, or PostgreSQL's connections that wait for locks or the disk most of the
 * time.
 */
function limitOf(measured: readonly Measured[], waits: Waits = []): string | undefined {
  if (median(measured.map(({ busy }) => busy)) >= full) return "CPU";
  const waited = waits.filter(([what]) => /^(?:row locks|inner locks|disk)/.test(what));
  return waited.reduce((sum, [, part]) => sum + part, 0) > 0.5 ? `PostgreSQL, ${waited[0]?.[0]}` : undefined;
}

function noteOf(more: readonly Measured[], one: readonly Measured[]): string {
  const busy = (measured: readonly Measured[]) => `${Math.round(median(measured.map(({ busy }) => busy)) * 100)} %`;
  return `the machine's CPU was ${busy(one)} in use with one process, ${busy(more)} with more. CPU a call: ${cpuNote(one)} with one, ${cpuNote(more)} with more.`;
}

/** What the product's connections were doing, as shares (0 to 1) of all active ones, the most frequent first. */
type Waits = [what: string, part: number][];

/** Samples every 20 ms what the connections of a database do, until its results are requested. */
async function watchWaits(databaseUrl: string): Promise<() => Promise<Waits>> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "gatepost bench" });
  await client.connect();
  const seen = new Map<string, number>();
  let over = false;
  const watching = (async () => {
    while (!over) {
      const { rows } = await client.query<{ at: string }>({ name: "waits", text: lookup });
      for (const { at } of rows) seen.set(at, (seen.get(at) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await client.end();
  })();
  return async () => {
    over = true;
    await watching;
    const all = [...seen.values()].reduce((sum, n) => sum + n, 0);
    return [...seen].map(([what, n]): [string, number] => [what, n / all]).toSorted(([, a], [, b]) => b - a);
  };
}

const lookup = `
  select case wait_event_type when 'Lock' then 'row locks' when 'LWLock' then 'inner locks (' || wait_event || ')'
              when 'IO' then 'disk (' || wait_event || ')' when 'Client' then 'the client' else coalesce(wait_event, 'CPU') end as at
    from pg_stat_activity
   where datname = current_database() and state = 'active' and application_name <> 'gatepost bench'`;

/** The first few, as text. */
function waitsNote(waits: Waits): string {
  const parts = waits.slice(0, 4).map(([what, part]) => `${what} ${Math.round(part * 100)} %`);
  return parts.length > 0 ? `PostgreSQL's connections at work were at: ${parts.join(", ")}.` : "";
}
