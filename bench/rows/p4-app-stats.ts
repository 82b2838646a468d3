import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab, Load } from "../lab.ts";
import { bytesOf, type Call, Connection } from "../load/connection.ts";
import { cpuNote, latencyNote, ratesOf } from "../notes.ts";
import { type Program, start } from "../program.ts";
import { interleave, loadInTurn } from "../rounds.ts";
import { seedCounts } from "./count-seed.ts";

const many = 5_000_000;
const few = 10_000;

/** getAppStats over five million and over ten thousand counted events, compared with one query on whole days. */
export async function appStatsRow(lab: Lab): Promise<Finding[]> {
  await using busy = await openSide(lab, "p4_many", many);
  await using calm = await openSide(lab, "p4_few", few);
  await using floor = await start("floors/roll-up-query.ts", {
    ...busy.installation.adminEnv,
    FLOOR_APPLICATION: String(busy.softId),
  });
  await verifySameBytes(busy.program, floor, busy.call);

  const load = (call: Call): Load => ({
    calls: [call],
    expects: '{"errorId":0,"chartData":[{"name":"Accepted (paid)"',
  });
  const { measured } = await loadInTurn(lab, {
    manyEvents: [busy.program, load(busy.call)],
    fewEvents: [calm.program, load(calm.call)],
    rollUp: [floor, load(busy.call)],
  });
  const { manyEvents, fewEvents, rollUp } = measured;
  const year = await yearBesideMonth(lab, busy);

  const what = "getAppStats, 30 days, 8 series";
  const [first] = await busy.installation.query<{ rows: number; seconds: number }>(
    "select count(*) as rows from count",
  );
  return [
    ratesOf(
      { subject: manyEvents, floor: rollUp },
      {
        row: "P4",
        what: `${what}, 5 million events`,
        floorName: "a roll-up query",
        asked: { atLeast: 1 },
        note:
          `${first?.rows.toLocaleString("en-US")} rows, seeded in ${busy.seedSeconds.toFixed(0)} s. ` +
          `CPU a call: ${cpuNote(manyEvents)}; at 10,000 events ${cpuNote(fewEvents)}; floor ${cpuNote(rollUp)}. ${latencyNote(manyEvents)}`,
      },
    ),
    ratesOf(
      { subject: manyEvents, floor: fewEvents },
      {
        row: "P4",
        what: `${what}, against 10,000 events`,
        floorName: "10,000 events",
        asked: { atLeast: 0.75 },
      },
    ),
    year,
  ];
}

const yearDays = 366;

/** One caller after the other requests the longest range, and the default one. */
async function yearBesideMonth(lab: Lab, { installation, program, call, softId }: Side): Promise<Finding> {
  const from = new Date(Date.now() - (yearDays - 1) * 86_400_000).toISOString().slice(0, 10);
  const longCall = { ...call, body: JSON.stringify({ ...JSON.parse(call.body ?? ""), softId, from }) };
  const latency = (one: Call, seconds?: number) =>
    lab.load(program, { calls: [one], expects: '{"errorId":0,"chartData":[', connections: 1 }, seconds);
  await latency(longCall, lab.seconds / 2);
  const { year, month } = await interleave(lab, { year: () => latency(longCall), month: () => latency(call) });

  const firstAnswer = async (one: Call, days: number): Promise<number> => {
    await using fresh = await installation.startWeb("direct");
    const connection = await Connection.open(fresh.port);
    // The connection to the database is open, and no counts are cached.
    await connection.send(
      bytesOf({ ...one, body: JSON.stringify({ ...JSON.parse(one.body ?? ""), mode: "downloads" }) }),
    );
    const sent = performance.now();
    const { body } = await connection.send(bytesOf(one));
    const took = performance.now() - sent;
    connection.close();
    const points = JSON.parse(body.toString()).chartData[0].data.length;
    if (points !== days) throw new Error(`${days} days were asked for, and ${points} answered.`);
    return took;
  };
  const [coldYear, coldMonth] = [await firstAnswer(longCall, yearDays), await firstAnswer(call, 30)];
  return {
    row: "P4",
    what: `getAppStats, ${yearDays} days against 30, 5 million events`,
    unit: "ms",
    subject: year.map(({ p50 }) => p50),
    floor: month.map(({ p50 }) => p50),
    floorName: "30 days",
    asked: { atMost: 5 },
    note: `One caller. The first answer of a process, whose cache is empty: ${coldYear.toFixed(0)} ms, of 30 days ${coldMonth.toFixed(0)} ms.`,
  };
}

interface Side extends AsyncDisposable {
  installation: BenchInstallation;
  program: Program;
  call: Call;
  softId: number;
  seedSeconds: number;
}

async function openSide(lab: Lab, name: string, events: number): Promise<Side> {
  const installation = await lab.newInstallation(name);
  const from = performance.now();
  const { clientKey, softId } = await seedCounts(installation, events);
  const seedSeconds = (performance.now() - from) / 1_000;
  const [counted] = await installation.query<{ n: number }>("select sum(n)::bigint as n from count");
  if (Number(counted?.n) !== events) throw new Error(`${events} events were to be counted, and ${counted?.n} were.`);
  const program = await installation.startWeb("direct");
  return {
    installation,
    program,
    softId,
    seedSeconds,
    call: { verb: "POST", path: "/getAppStats", body: JSON.stringify({ clientKey, softId }) },
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await installation[Symbol.asyncDispose]();
    },
  };
}

/** Both must respond within one minute, which is part of the report. */
async function verifySameBytes(subject: Program, floor: Program, call: Call): Promise<void> {
  const ask = async ({ port }: Program) => {
    const connection = await Connection.open(port);
    const { body } = await connection.send(bytesOf(call));
    connection.close();
    return body.toString();
  };
  for (let attempt = 0; attempt < 2; attempt++) {
    const answers = await Promise.all([ask(subject), ask(floor)]);
    if (answers[0] === answers[1]) return;
    if (attempt === 1)
      throw new Error(`The floor sends other bytes than the product:\n${answers.join("\n").slice(0, 4_000)}`);
  }
}
