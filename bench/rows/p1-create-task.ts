import type { Finding } from "../findings.ts";
import type { Lab, Measured } from "../lab.ts";
import { cpuNote, cpuOfBoth, latencyNote, rates, total } from "../notes.ts";
import { enqueuing, startPeer } from "../peers.ts";
import { type Program, start } from "../program.ts";
import { interleave } from "../rounds.ts";
import { metricsCost } from "./p1-metrics.ts";
import { newTaskCalls, taskAnswer, verifyTasks } from "./task-calls.ts";

/** createTask on the web process's fast path, compared with one INSERT per request, batched inserts, and peers. */
export async function createTaskRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p1");
  const load = { calls: await newTaskCalls(installation), expects: taskAnswer };
  await using programs = new AsyncDisposableStack();
  const path = programs.use(await installation.startWeb("direct"));
  const others: Record<string, Program> = {
    A: programs.use(await start("floors/insert-per-request.ts", installation.adminEnv)),
    B: programs.use(await start("floors/insert-together.ts", installation.adminEnv)),
  };
  for (const [name, file] of Object.entries(enqueuing)) {
    const peer = await startPeer(file, installation.adminEnv, lab.say);
    if (peer) others[name] = programs.use(peer);
  }

  const created: Measured[] = [];
  const subject = async (program: Program, seconds?: number): Promise<Measured> => {
    const measured = await lab.load(program, load, seconds);
    created.push(measured);
    return measured;
  };
  await subject(path, lab.seconds / 2);
  for (const other of Object.values(others)) await lab.load(other, load, lab.seconds / 2);
  const sides = Object.entries(others).map(([name, other]) => [name, () => lab.load(other, load)] as const);
  const measured: Record<string, Measured[]> = await interleave(
    lab,
    Object.fromEntries([["ours", () => subject(path)] as const, ...sides]),
  );
  const { ours = [], ...floors } = measured;
  const metrics = await metricsCost({ lab, installation, load });
  await verifyTasks(installation, total(created) + metrics.created);

  const cpu = Object.entries(floors).map(([name, floor]) => `${name} ${cpuNote(floor)}`);
  const findings = Object.entries(floors).map(
    ([name, floor]): Finding => ({
      row: "P1",
      what: "createTask, fast path, 64 accounts",
      unit: "/s",
      subject: rates(ours),
      floor: rates(floor),
      floorName: name,
      ...cpuOfBoth(ours, floor),
      ...(name === "A" && {
        asked: { atLeast: 1 },
        note: `CPU a call: ${cpuNote(ours)}; ${cpu.join("; ")}. ${latencyNote(ours)}`,
      }),
    }),
  );
  return [...findings, metrics.finding];
}
