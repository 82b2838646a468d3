import type { Finding } from "../findings.ts";
import type { Lab, Measured } from "../lab.ts";
import { cpuNote, cpuOfBoth, latencyNote, rates, total } from "../notes.ts";
import { start } from "../program.ts";
import { interleave } from "../rounds.ts";
import { newTaskCalls, taskAnswer, verifyTasks } from "./task-calls.ts";

/** createTask by the direct lane of the web process, beside an INSERT a request and inserts in batches. */
export async function createTaskRow(lab: Lab): Promise<Finding[]> {
  await using house = await lab.newHouse("p1");
  const load = { calls: await newTaskCalls(house), expects: taskAnswer };
  await using lane = await house.startWeb("direct");
  await using single = await start("floors/insert-per-request.ts", house.env);
  await using batched = await start("floors/insert-together.ts", house.env);

  const created: Measured[] = [];
  const measure = async (program: typeof lane, seconds?: number) => {
    const measured = await lab.load(program, load, seconds);
    if (program === lane) created.push(measured);
    return measured;
  };
  for (const program of [lane, single, batched]) await measure(program, lab.seconds / 2);
  const { subject, a, b } = await interleave(lab, {
    subject: () => measure(lane),
    a: () => measure(single),
    b: () => measure(batched),
  });
  await verifyTasks(house, total(created));

  const what = "createTask, direct lane, 64 accounts";
  const sides = { unit: "/s", subject: rates(subject) } as const;
  return [
    {
      ...{ row: "P1", what, ...sides, floor: rates(a), floorName: "A", ...cpuOfBoth(subject, a) },
      asked: { atLeast: 1 },
      note: `CPU a call: ${cpuNote(subject)}; floor A ${cpuNote(a)}; floor B ${cpuNote(b)}. ${latencyNote(subject)}`,
    },
    { row: "P1", what, ...sides, floor: rates(b), floorName: "B", ...cpuOfBoth(subject, b) },
  ];
}
