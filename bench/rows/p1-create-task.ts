import type { Finding } from "../findings.ts";
import type { Lab, Measured } from "../lab.ts";
import { cpuNote, cpuOfBoth, latencyNote, rates, total } from "../notes.ts";
import { enqueuing, startPeer } from "../peers.ts";
import { type Program, start } from "../program.ts";
import { interleave } from "../rounds.ts";
import { newTaskCalls, taskAnswer, verifyTasks } from "./task-calls.ts";

/** createTask on the web process's fast path, compared with one INSERT per request, batched inserts, and peers. */
export async function createTaskRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p1");
  const load = { calls: await newTaskCalls(installation), expects: taskAnswer };
  await using programs = new AsyncDisposableStack();
  const path = programs.use(await installation.startWeb("direct"));
  const observed = programs.use(await installation.startWeb("direct", { GATEPOST_WEB_METRICS: "127.0.0.1:0" }));
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
  for (const program of [path, observed]) await subject(program, lab.seconds / 2);
  for (const other of Object.values(others)) await lab.load(other, load, lab.seconds / 2);
  const sides = Object.entries(others).map(([name, other]) => [name, () => lab.load(other, load)] as const);
  const measured: Record<string, Measured[]> = await interleave(
    lab,
    Object.fromEntries([
      ["ours", () => subject(path)] as const,
      ["withMetrics", () => subject(observed)] as const,
      ...sides,
    ]),
  );
  const { ours = [], withMetrics = [], ...floors } = measured;
  await verifyTasks(installation, total(created));

  const cpu = Object.entries(floors).map(([name, floor]) => `${name} ${cpuNote(floor)}`);
  const findings = Object.entries(floors).map(
    ([name, floor]): Finding => ({
      ...{ row: "P1", what: "createTask, fast path, 64 accounts", unit: "/s", subject: rates(ours) },
      ...{ floor: rates(floor), floorName: name, ...cpuOfBoth(ours, floor) },
      ...(name === "A" && {
        asked: { atLeast: 1 },
        note: `CPU a call: ${cpuNote(ours)}; ${cpu.join("; ")}. ${latencyNote(ours)}`,
      }),
    }),
  );
  findings.push({
    ...{ row: "P1", what: "the same with metrics", unit: "/s", subject: rates(withMetrics) },
    ...{ floor: rates(ours), floorName: "without", ...cpuOfBoth(withMetrics, ours), asked: { atLeast: 0.98 } },
  });
  return findings;
}
