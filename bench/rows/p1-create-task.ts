import type { Finding } from "../findings.ts";
import type { Lab, Measured } from "../lab.ts";
import { start } from "../program.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import { newTaskCalls, verifyTasks } from "./task-calls.ts";

/** createTask through the endpoint functions over node:http, beside an INSERT a request and inserts in batches. */
export async function createTaskRow(lab: Lab): Promise<Finding[]> {
  await using house = await lab.newHouse("p1");
  const load = { calls: await newTaskCalls(house), expects: '{"errorId":0,"taskId":' };
  await using lane = await start("subjects/direct-lane.ts", house.env);
  await using floorA = await start("floors/insert-per-request.ts", house.env);
  await using floorB = await start("floors/insert-together.ts", house.env);

  const all: Measured[] = [];
  const measure = async (program: typeof lane, seconds?: number) => {
    const measured = await lab.load(program, load, seconds);
    if (program === lane) all.push(measured);
    return measured;
  };
  for (const program of [lane, floorA, floorB]) await measure(program, lab.seconds / 2);
  const { subject, a, b } = await interleave(lab, {
    subject: () => measure(lane),
    a: () => measure(floorA),
    b: () => measure(floorB),
  });
  await verifyTasks(house, all);

  const rates = (measured: Measured[]) => measured.map(({ rate }) => rate);
  const what = "createTask, direct lane, 64 accounts";
  return [
    {
      row: "P1",
      what,
      unit: "/s",
      subject: rates(subject),
      floor: rates(a),
      floorName: "A",
      asked: { atLeast: 1 },
      note: `CPU a call: ${cpuNote(subject)}; floor A ${cpuNote(a)}; floor B ${cpuNote(b)}. ${latencyNote(subject)}`,
    },
    { row: "P1", what, unit: "/s", subject: rates(subject), floor: rates(b), floorName: "B" },
  ];
}

export function cpuNote(measured: readonly Measured[]): string {
  const web = Math.round(median(measured.map(({ cpu }) => cpu.program)));
  const postgres = Math.round(median(measured.map(({ cpu }) => cpu.postgres)));
  return `${web} µs web + ${postgres} µs PostgreSQL`;
}

export function latencyNote(measured: readonly Measured[]): string {
  const p50 = median(measured.map(({ p50 }) => p50));
  const p99 = median(measured.map(({ p99 }) => p99));
  return `Answers after ${p50.toFixed(1)} ms (p50) and ${p99.toFixed(1)} ms (p99).`;
}

