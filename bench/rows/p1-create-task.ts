import type { Finding } from "../findings.ts";
import type { Lab, Load } from "../lab.ts";
import { cpuNote, latencyNote, ratesOf } from "../notes.ts";
import { enqueuing, startPeer } from "../peers.ts";
import { type Program, start } from "../program.ts";
import { loadInTurn } from "../rounds.ts";
import { metricsCost } from "./p1-metrics.ts";
import { newTaskCalls, taskAnswer, verifyTasks } from "./task-calls.ts";

/** createTask on the web process's fast path, compared with one INSERT per request, batched inserts, and peers. */
export async function createTaskRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p1");
  const load: Load = { calls: await newTaskCalls(installation), expects: taskAnswer };
  await using programs = new AsyncDisposableStack();
  const sides: Record<string, readonly [Program, Load]> = {};
  const add = (name: string, program: Program) => {
    sides[name] = [programs.use(program), load];
  };
  add("ours", await installation.startWeb("direct"));
  add("A", await start("floors/insert-per-request.ts", installation.adminEnv));
  add("B", await start("floors/insert-together.ts", installation.adminEnv));
  for (const [name, file] of Object.entries(enqueuing)) {
    const peer = await startPeer(file, installation.adminEnv, lab.say);
    if (peer) add(name, peer);
  }
  const { measured, answered } = await loadInTurn(lab, sides);
  const { ours = [], ...floors } = measured;
  const metrics = await metricsCost({ lab, installation, load });
  await verifyTasks(installation, (answered.ours ?? 0) + metrics.created);

  const cpu = Object.entries(floors).map(([name, floor]) => `${name} ${cpuNote(floor)}`);
  const findings = Object.entries(floors).map(([name, floor]) =>
    ratesOf(
      { subject: ours, floor },
      {
        row: "P1",
        what: "createTask, fast path, 64 accounts",
        floorName: name,
        ...(name === "A" && {
          asked: { atLeast: 1 },
          note: `CPU a call: ${cpuNote(ours)}; ${cpu.join("; ")}. ${latencyNote(ours)}`,
        }),
      },
    ),
  );
  return [...findings, metrics.finding];
}
