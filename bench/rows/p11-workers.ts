import { cpuOf, cpuOfMachine } from "../cpu.ts";
import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab } from "../lab.ts";
import { type Program, start } from "../program.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import type { Shift } from "../subjects/bare-worker.ts";
import { throttle } from "../throttle.ts";
import { createMany, newTaskCalls } from "./task-calls.ts";

/** How long a task takes at its site in one of the two: slots are then the limit, as with browsers. */
const siteMs = 100;
/** Workers at full speed, and slowed ones; 1.6 times as much is asked for each doubling. */
const some = { count: 4, atLeast: 2.56 };
const many = { count: 8, atLeast: 4.1 };

export interface Worked {
  rate: number;
  /** Microseconds of CPU a task, of all workers and of PostgreSQL. */
  workers: number;
  postgres: number;
  busy: number;
}

/** More workers than one, without browsers: at full speed, and slowed ones with slow sites. */
export async function workerScaling(lab: Lab, slowed: number): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p11_workers");
  await using web = await installation.startWeb("direct");
  await using stack = new AsyncDisposableStack();
  const workers: Program[] = [];
  while (workers.length < many.count)
    workers.push(stack.use(await start("subjects/bare-worker.ts", installation.workerEnv)));
  const calls = await newTaskCalls(installation);

  const measure = async (count: number, shift: Shift, perWorker: number): Promise<Worked> => {
    await createMany(lab, web, calls, perWorker * count);
    return work(lab, installation, workers.slice(0, count), shift);
  };
  const fast: Shift = { slots: 64, siteMs: 0 };
  const patient: Shift = { slots: 8, siteMs };
  await measure(many.count, fast, 500);
  const full = await interleave(lab, {
    more: () => measure(some.count, fast, 1_000),
    one: () => measure(1, fast, 1_000 * some.count),
  });
  const slow = async (count: number) => {
    using _ = throttle(workers.slice(0, count), slowed);
    return await measure(count, patient, 50 * lab.seconds);
  };
  const slots = await interleave(lab, { more: () => slow(many.count), one: () => slow(1) });
  return [
    findingOf(some, `1 → ${some.count} workers, no browser, as fast as they can`, full),
    findingOf(many, `1 → ${many.count} slowed workers of 8 slots, ${siteMs} ms at the site`, slots),
  ];
}

/** Lets the workers work until nothing is queued. */
export async function work(
  lab: Lab,
  installation: BenchInstallation,
  workers: Program[],
  shift: Shift,
): Promise<Worked> {
  const spent = () => ({
    workers: workers.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    postgres: cpuOf(lab.postmaster),
    ...cpuOfMachine(),
  });
  const [before, from] = [spent(), performance.now()];
  const ended = await Promise.all(workers.map((worker) => worker.ask<number>(shift)));
  const seconds = (performance.now() - from) / 1_000;
  const after = spent();
  const tasks = ended.reduce((sum, n) => sum + n, 0);
  const [left] = await installation.query<{ n: number }>(
    "select count(*) as n from task where state in ('queued', 'running')",
  );
  if (left?.n !== 0) throw new Error(`${left?.n} tasks were left behind.`);
  return {
    rate: tasks / seconds,
    workers: ((after.workers - before.workers) * 1_000) / tasks,
    postgres: ((after.postgres - before.postgres) * 1_000) / tasks,
    busy: (after.spent - before.spent) / (after.had - before.had),
  };
}

function findingOf(
  { count, atLeast }: typeof some,
  what: string,
  { more, one }: { more: Worked[]; one: Worked[] },
): Finding {
  const cost = (worked: Worked[]) => worked.map(({ workers, postgres }) => workers + postgres);
  const middle = (worked: Worked[], of: keyof Worked) => median(worked.map((each) => each[of]));
  const said = (worked: Worked[]) =>
    `${Math.round(middle(worked, "workers"))} µs workers + ${Math.round(middle(worked, "postgres"))} µs PostgreSQL a task, the machine's CPU ${Math.round(middle(worked, "busy") * 100)} % in use`;
  return {
    row: "P11",
    what,
    unit: "/s",
    subject: more.map(({ rate }) => rate),
    floor: one.map(({ rate }) => rate),
    floorName: "1 worker",
    cpu: { subject: cost(more), floor: cost(one) },
    asked: { atLeast },
    limit: middle(more, "busy") >= 0.9 ? "CPU" : undefined,
    note: `with one ${said(one)}; with ${count} ${said(more)}.`,
  };
}
