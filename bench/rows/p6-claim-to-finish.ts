import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab, Measured } from "../lab.ts";
import { type Program, start } from "../program.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import type { Shift } from "../subjects/bare-worker.ts";
import { type Worked, work } from "./p11-workers.ts";
import { createMany, newTaskCalls, taskAnswer } from "./task-calls.ts";

const workers = 2;
/** Of the built-in template that the calls name. */
const allSteps = 11;

/**
 * From claim to end without a browser, in two worker processes with their leases: the timeline's events, the price
 * captured and the commission paid, counts, values wiped; compared with one INSERT per request over HTTP.
 */
export async function claimToFinishRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p6");
  await using web = await installation.startWeb("direct");
  await using floor = await start("floors/insert-per-request.ts", installation.adminEnv);
  await using stack = new AsyncDisposableStack();
  const programs: Program[] = [];
  while (programs.length < workers)
    programs.push(stack.use(await start("subjects/bare-worker.ts", installation.workerEnv)));
  const load = { calls: await newTaskCalls(installation), expects: taskAnswer };

  const measure = async (steps: number, tasks: number): Promise<Worked> => {
    await createMany(lab, web, load.calls, tasks);
    const shift: Shift = { slots: 64, siteMs: 0, steps };
    return work(lab, installation, programs, shift);
  };
  await measure(1, 1_000);
  const { one, all, a } = await interleave(lab, {
    one: () => measure(1, 2_000 * lab.seconds),
    all: () => measure(allSteps, 500 * lab.seconds),
    a: () => lab.load(floor, load).then(asWorked),
  });
  await verifyEnds(installation);

  const cost = (worked: Worked[]) => worked.map(({ workers, postgres }) => workers + postgres);
  const rates = (worked: Worked[]) => worked.map(({ rate }) => rate);
  const asFinding = (worked: Worked[], what: string): Finding => ({
    row: "P6",
    what,
    unit: "/s",
    subject: rates(worked),
    floor: rates(a),
    floorName: "A",
    cpu: { subject: cost(worked), floor: cost(a) },
    note: `CPU a task: ${said(worked)}; floor A ${said(a)}.`,
  });
  return [
    { ...asFinding(one, "claim → finish, 1 step begun, 2 workers, no browser"), asked: { atLeast: 0.2 } },
    asFinding(all, `claim → finish, all ${allSteps} steps begun, 2 workers, no browser`),
    {
      row: "P6",
      what: `CPU of claim → finish, all ${allSteps} steps begun`,
      unit: "µs",
      subject: cost(all),
      floor: cost(a),
      floorName: "A",
      asked: { atMost: 2 },
    },
  ];
}

function asWorked({ rate, cpu, busy }: Measured): Worked {
  return { rate, workers: cpu.program, postgres: cpu.postgres, busy };
}

function said(worked: Worked[]): string {
  const middle = (of: keyof Worked) => Math.round(median(worked.map((each) => each[of])));
  return `${middle("workers")} µs workers + ${middle("postgres")} µs PostgreSQL`;
}

/** Every task ended once, was paid, counted and wiped, and its timeline is closed. */
async function verifyEnds({ query }: BenchInstallation): Promise<void> {
  const [found] = await query<Record<string, number>>(`
    select count(*) as tasks, count(*) filter (where state = 'ready' and given is null and solution is not null) as ended,
           (select count(*) from ledger_entry where kind = 'capture') as captures,
           (select count(*) from ledger_entry where kind = 'commission') as commissions,
           (select coalesce(sum(n), 0) from count where metric = 'ready') as counted,
           (select count(distinct task_id) from task_step) as reported,
           (select count(*) from variable where value is not null) as values,
           (select coalesce(sum(held), 0) from account) as held
      from task`);
  const { tasks, values, held, ...rest } = found as Record<string, number> & { tasks: number };
  for (const [name, value] of Object.entries(rest))
    if (Number(value) !== Number(tasks)) throw new Error(`${tasks} tasks ended, but ${name} is ${value}.`);
  for (const [name, value] of Object.entries({ values, held }))
    if (Number(value) !== 0) throw new Error(`All tasks ended, but ${name} is ${value}.`);
}
